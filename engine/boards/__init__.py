"""The preset boards, as TOML files; opened by the shell through importlib.resources."""
