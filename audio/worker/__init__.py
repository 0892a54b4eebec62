"""The process that makes the sound, `python -m audio.worker`. Nothing else imports PyAudio.

A sound library may hang for ever, abort the process or go silent without a word, so it has a process of its own that
can be killed. Within it:

    output      the device: one stream, open from beginning to end
    guard       the callback of the stream, which never raises and never returns short
    mixer       four buses and a master, frame by frame
    speech      which sentence is at which frame
    ducking     how far the music steps back, a function of the frame alone
    timeline    which frame leaves the loudspeaker when
    loader      reads recordings ahead of time, on a thread of its own
    sounds      what is made rather than recorded: bed, mask, chimes, keep-alive noise

Threads: `main` (device, heartbeat, reports), `commands` (reads stdin), `loader` (recordings), `loops` (bed, mask,
chimes), and the one of PortAudio that runs the callback. Towards the callback there are only a deque and a queue.
"""
