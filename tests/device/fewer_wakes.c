/* lgpio looks at its pins 2000 times a second, pressed or not. In virtual time every wake-up costs work and nothing
 * else does, so a whole game would take minutes. Loaded in front of it (tests/device/guest -f) this lets it look 500
 * times a second. Longer than 2 ms is not good: a pin that is closed then is still busy. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <poll.h>
#include <signal.h>
#include <time.h>

enum { LGPIO_NS = 500000, OURS_NS = 2000000 };

typedef int waits(struct pollfd *, nfds_t, const struct timespec *, const sigset_t *);

int ppoll(struct pollfd *files, nfds_t count, const struct timespec *timeout, const sigset_t *mask)
{
    static waits *real;
    struct timespec longer = {.tv_sec = 0, .tv_nsec = OURS_NS};

    if (real == NULL)
        real = (waits *)dlsym(RTLD_NEXT, "ppoll");
    if (timeout != NULL && timeout->tv_sec == 0 && timeout->tv_nsec == LGPIO_NS)
        timeout = &longer;
    return real(files, count, timeout, mask);
}
