"""Start the worker: `python -m audio.worker`, driven through stdin, reporting on stdout (`audio.wire`)."""

from audio.worker.main import main

if __name__ == "__main__":
    main()
