# shellcheck shell=bash
# Shared set-up of the scripts beside it: the Debian packages, the virtual environment, the pinned
# packages. Sourced, never run. Everything here is quick and offline when nothing is missing.

set -euo pipefail

ROOT=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
VENV=$ROOT/.venv
OLDEST_PYTHON=3.11

# Everything for a person goes to stderr: stdout belongs to the program (--json).
say() { printf '%s\n' "$*" >&2; }

die() {
    say "$@"
    exit 1
}

# help_first ARGUMENT...: when the first one asks for help, print what stands at the head of the script that was called
# and stop, before anything is looked for or installed.
help_first() {
    case ${1:-} in
    -h | --help)
        sed -n '2,/^[^#]/s/^# \{0,1\}//p' "${BASH_SOURCE[-1]}"
        exit 0
        ;;
    esac
}

# wants_nothing ARGUMENT...: refuse what is written behind a script that has no arguments.
wants_nothing() {
    [ $# -gt 0 ] || return 0
    say "不认识 $1；请看 --help / $1 means nothing here; see --help"
    exit 2
}

# Run as root: directly, or through sudo when that asks for no password. Fails when neither works.
as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    elif command -v sudo >/dev/null && sudo -n true 2>/dev/null; then
        sudo -n "$@"
    else
        return 1
    fi
}

# need_debian PACKAGE...: install them, or name them in one line and stop.
need_debian() {
    [ $# -gt 0 ] || return 0
    if ! command -v apt-get >/dev/null || ! as_root true; then
        die "缺少系统软件包，请先运行 / missing system packages, first run: sudo apt-get install -y $*"
    fi
    say "安装系统软件包 / installing system packages: $*"
    # A fresh system has no package lists yet; without a network an old list may still do.
    as_root env DEBIAN_FRONTEND=noninteractive apt-get update -qq </dev/null >&2 || true
    as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends "$@" </dev/null >&2 ||
        die "无法安装 / could not install: $*"
}

# The first Python on the path that is new enough. Prints its name; fails when there is none.
find_python() {
    local name
    for name in python3 python3.13 python3.12 python3.11 /usr/bin/python3; do
        if command -v "$name" >/dev/null &&
            "$name" -c "import sys; sys.exit(sys.version_info < (${OLDEST_PYTHON/./, }))" 2>/dev/null; then
            printf '%s\n' "$name"
            return 0
        fi
    done
    return 1
}

# Whether this is a Raspberry Pi, which has pins. ($DESTDIR: only the tests set it.)
is_pi() { grep -qa 'Raspberry Pi' "${DESTDIR:-}/proc/device-tree/model" 2>/dev/null; }

# pins_from_debian PYTHON: whether the library of pins is Debian's: the index has no build of it for Python 3.13 and
# newer, nor for the oldest models.
pins_from_debian() {
    is_pi && { [ "$(uname -m)" = armv6l ] || "$1" -c 'import sys; sys.exit(sys.version_info < (3, 13))'; }
}

# need_pins PYTHON: that library, where it is Debian's; prints the option with which an environment sees it.
need_pins() {
    if pins_from_debian "$1"; then
        dpkg -s python3-lgpio >/dev/null 2>&1 || need_debian python3-lgpio
        printf -- '--system-site-packages\n'
    fi
}

# Whether the environment sees the library of pins, wherever that comes from.
sees_pins() {
    ! pins_from_debian "$VENV/bin/python" ||
        grep -q '^include-system-site-packages = true' "$VENV/pyvenv.cfg" 2>/dev/null
}

# A virtual environment whose own pip works, made new where it does not (half made, or Python was upgraded).
make_venv() {
    if "$VENV/bin/python" -m pip --version >/dev/null 2>&1 && sees_pins; then
        return 0
    fi
    local python site
    if ! python=$(find_python); then
        need_debian python3 python3-venv
        python=$(find_python) ||
            die "需要 Python $OLDEST_PYTHON 或更新 / Python $OLDEST_PYTHON or newer is needed"
    fi
    if ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        # Debian packs these two apart; a Python with its version in its name has them in a package of that name.
        local name=${python##*/}
        need_debian "$name-venv"
    fi
    site=$(need_pins "$python") || exit 1
    say "建立虚拟环境 / making the virtual environment: $VENV"
    "$python" -m venv --clear ${site:+"$site"} "$VENV" >&2
}

# What an installation depends on, as one line: the declaration, the pinned versions, the place (an editable
# installation and the scripts of an environment hold it), the machine and the version of Python.
fingerprint() {
    {
        printf '%s\n' "$ROOT"
        ! is_pi || printf 'pi\n'
        "$VENV/bin/python" -c 'import sys; print(sys.version_info[:2])' 2>/dev/null || printf 'none\n'
        cat "$ROOT/pyproject.toml" "$ROOT/constraints.txt"
    } | sha256sum | cut -d ' ' -f 1
}

# set_up run|sound|dev: make the environment hold what the program needs (with a loudspeaker; with its tests), and on a
# Raspberry Pi the library of pins.
# `dev` contains `sound`, and that contains `run`. A stamp per kind holds the fingerprint it was made from.
set_up() {
    local kind=$1 extra='' extras stamp=$VENV/.stamp-$1
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint)" ]; then
        return 0
    fi
    # Two first starts at once would spoil each other's environment: one waits for the other.
    exec 9<"$ROOT/pyproject.toml"
    flock 9
    if ! { [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$(fingerprint)" ]; }; then
        make_venv
        rm -f -- "$VENV"/.stamp-*
        case $kind in
        sound) extra=sound,voice ;;
        dev) extra=dev ;;
        esac
        if [ -n "$extra" ]; then
            need_compiler
        fi
        extras=$extra
        ! is_pi || extras=pi${extra:+,$extra}
        say "安装 Python 软件包 / installing Python packages"
        "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check \
            --constraint "$ROOT/constraints.txt" --editable "$ROOT${extras:+[$extras]}" </dev/null >&2 ||
            die "安装失败，请检查网络后再试 / installation failed; check the network and try again"
        fingerprint >"$VENV/.stamp-run"
        if [ -n "$extra" ]; then
            fingerprint >"$VENV/.stamp-sound"
            fingerprint >"$VENV/.stamp-$kind"
        fi
    fi
    exec 9<&-
}

# What the browser tests need from Debian: a Chromium, a font with Chinese characters, and a library
# that the driver inside the Python package playwright is linked against.
need_browser() {
    local missing=()
    if ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null; then
        # Ubuntu's has another name.
        if [ -r /etc/os-release ] && grep -q '^ID=ubuntu' /etc/os-release; then
            missing+=(chromium-browser)
        else
            missing+=(chromium)
        fi
    fi
    if ! { command -v fc-list >/dev/null && fc-list :lang=zh family | grep -q .; }; then
        missing+=(fonts-noto-cjk)
    fi
    if ! compgen -G '/usr/lib/*/libatomic.so.1' >/dev/null; then
        missing+=(libatomic1)
    fi
    need_debian "${missing[@]}"
}

# What PyAudio needs from Debian to be compiled. Only the extras "sound" and "dev" have it; the program starts without.
need_compiler() {
    local missing=()
    if ! [ -e /usr/include/portaudio.h ]; then
        missing+=(portaudio19-dev)
    fi
    if ! command -v gcc >/dev/null; then
        missing+=(gcc)
    fi
    if ! "$VENV/bin/python" -c 'import os, sys, sysconfig
sys.exit(not os.path.exists(sysconfig.get_path("include") + "/Python.h"))' 2>/dev/null; then
        missing+=(python3-dev)
    fi
    need_debian "${missing[@]}"
}

# What a loudspeaker needs from Debian beside PyAudio: the way to a desktop's sound server, and the voice of last resort.
need_voice() {
    local missing=()
    if ! compgen -G '/usr/lib/*/alsa-lib/libasound_module_pcm_pulse.so' >/dev/null; then
        missing+=(libasound2-plugins)
    fi
    if ! command -v espeak-ng >/dev/null; then
        missing+=(espeak-ng)
    fi
    need_debian "${missing[@]}"
}

# What the sound tests need from Debian: a sound server that plays into nothing and its tools, all that a loudspeaker
# needs, and what signs a certificate for the stand-in of the online voice.
need_sound() {
    need_voice
    local missing=()
    if ! command -v pulseaudio >/dev/null; then
        missing+=(pulseaudio)
    fi
    if ! command -v parec >/dev/null; then
        missing+=(pulseaudio-utils)
    fi
    if ! command -v openssl >/dev/null; then
        missing+=(openssl)
    fi
    need_debian "${missing[@]}"
}

# What the tests of the service need from Debian: the tool that judges its sandbox. systemd need not run.
need_systemd() {
    command -v systemd-analyze >/dev/null || need_debian systemd
}

# What the tests on the guest's kernel need from Debian beside what builds that (tests/device/build_kernel): an ear for
# its sound card, and what compiles for it.
need_guest() {
    local missing=()
    if ! command -v arecord >/dev/null; then
        missing+=(alsa-utils)
    fi
    if ! command -v gcc >/dev/null; then
        missing+=(gcc)
    fi
    need_debian "${missing[@]}"
}

# Whether what a loudspeaker needs from Python loads here. Prints the last line of why it does not.
sound_loads() {
    local why
    why=$("$VENV/bin/python" -P -c 'import numpy, pyaudio, soundfile, gtts' 2>&1) && return 0
    printf '%s\n' "${why##*$'\n'}"
    return 1
}

# A stamp says that it was installed once. What has been lost or spoilt since is installed anew, and tried again.
renew_sound() {
    local why
    if ! why=$(sound_loads); then
        say "重新安装声音库 / installing the libraries of sound anew: $why"
        need_compiler
        "$VENV/bin/python" -m pip install --quiet --disable-pip-version-check --force-reinstall \
            --constraint "$ROOT/constraints.txt" numpy pyaudio soundfile gTTS </dev/null >&2 ||
            die "安装失败，请检查网络后再试 / installation failed; check the network and try again"
        why=$(sound_loads) || die "装好了，但是不能用 / installed, but it does not load: $why"
    fi
}

# start MODULE ARGUMENT...: become that Python module. -P keeps the caller's folder off the import
# path: a folder called `audio` there must not take the place of ours.
start() {
    local module=$1
    shift
    exec "$VENV/bin/python" -P -m "$module" "$@"
}
