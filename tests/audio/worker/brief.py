"""A stand-in for the worker that starts in no time, speaks its language, and plays nothing: `python -S -E brief.py`.

It says that it plays, begins every sentence as it is asked for, and ends only the recording "end".
For tests of what a player does around a worker, two hundred times over.
"""

import sys

out = sys.stdout
sys.stdin.readline()
out.write('{"type":"opened","card":"brief","buffer_frames":2048,"latency_ns":42666666}\n')
out.flush()
while line := sys.stdin.readline():
    if '"type":"quit"' in line:
        break
    if '"type":"play"' in line:
        number = line.split('"id":')[1].split(",")[0]
        at_ns = line.split('"start_ns":')[1].split("}")[0].split(",")[0]
        out.write(f'{{"type":"started","id":{number},"frame":4096,"at_ns":{at_ns}}}\n')
        if '"path":"end"' in line:
            out.write(f'{{"type":"done","id":{number},"frame":4096,"at_ns":{at_ns}}}\n')
        out.flush()
