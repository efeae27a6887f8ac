"""Makes Orca write its speech to a file, one line per utterance. Without a sound card, its speech server would wait forever."""
import os

import orca.settings as settings
import orca.speech as speech

path = os.environ["ORCA_SPEECH_FILE"]


class FileServer:
    def _say(self, text):
        with open(path, "a", encoding="utf-8") as file:
            file.write(str(text).replace("\n", " ") + "\n")

    def speak(self, text=None, acss=None, interrupt=True):
        if text:
            self._say(text)

    def speakCharacter(self, character, acss=None):
        self._say(character)

    def speakKeyEvent(self, event, acss=None):
        pass

    def sayAll(self, utterances, progress):
        for context, _ in utterances:
            self._say(context.utterance)

    def getInfo(self):
        return ["file", "file"]

    def __getattr__(self, name):
        return lambda *args, **kwargs: None


server = FileServer()


def start():
    speech._speechserver = server


speech.init = start
settings.enableEchoByWord = False
settings.enableKeyEcho = False
settings.enableSound = False
# The tasks read the pages, so Orca must not read a page when it loads.
settings.sayAllOnLoad = False
settings.pageSummaryOnLoad = False
