#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-3.0-or-later
"""alert_sound.py FILE: makes the sound of an alert, resources/sounds/alert.wav.

Two strokes of a small bell, a fifth apart, so that it is heard through a busy room and is over within a second. Every
sample follows from the figures below: the same file every time, and nobody else's recording. Needs Python alone.
"""
import math
import struct
import sys
import wave

RATE = 22_050  # samples a second; a bell has little above half of it
SECONDS = 0.75
LOUDEST = 0.45  # of what 16 bits hold: it comes unasked
STROKES = ((0.0, 880.0, 1.0), (0.16, 1318.5, 0.9))  # begin in seconds, pitch in Hz, strength
# Of a bell: how high above the pitch, how strong, and how long until a third is left, in seconds.
PARTIALS = ((1.0, 1.0, 0.20), (2.0, 0.45, 0.14), (2.76, 0.30, 0.09), (5.40, 0.12, 0.04))
ATTACK = 0.004  # seconds; without it the stroke clicks
FADE = 0.05  # seconds at the end


def sample(at):
    value = 0.0
    for begin, pitch, strength in STROKES:
        gone = at - begin
        if gone < 0:
            continue
        for height, share, decay in PARTIALS:
            value += strength * share * math.exp(-gone / decay) * math.sin(2 * math.pi * pitch * height * gone) * min(
                1.0, gone / ATTACK)
    return value * min(1.0, (SECONDS - at) / FADE)


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    samples = [sample(i / RATE) for i in range(int(RATE * SECONDS))]
    scale = LOUDEST * 32_767 / max(abs(value) for value in samples)
    with wave.open(sys.argv[1], "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(b"".join(struct.pack("<h", round(value * scale)) for value in samples))


if __name__ == "__main__":
    main()
