import Glibc
import NcursesKit
import TerminalKit
import UnicodeSupport

// Writes the strings of Unicode's files to the terminal as Tern draws them, queries the cursor position after each, and
// lists the strings whose width differs from the layout.

Locale.setFromEnvironment()
guard let terminal = TerminalRuler() else {
  print("This needs a terminal of at least 60 columns.")
  exit(69)
}
var wrong: [UnicodeText] = []
var count = 0
do {
  for file in UnicodeFile.drawn {
    let texts = try file.texts()
    count += texts.count
    let odd = try terminal.disagreements(on: texts)
    wrong += try terminal.disagreements(on: odd.flatMap(\.single))
  }
  terminal.close()
} catch {
  terminal.close()
  print("\(error)")
  exit(69)
}
for text in wrong { print("\(text): drawn as “\(TextLayout.truncate(text.text, to: 80))”") }
print("\(count) texts drawn, \(wrong.count) of them not as wide on this terminal as in Tern’s layout")
exit(wrong.isEmpty ? 0 : 1)
