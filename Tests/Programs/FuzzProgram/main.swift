import Foundation
import Fuzzing

// Reads damaged files until time is up: `fuzz SECONDS SEED FOLDER`. The current file is in FOLDER, so that it remains
// after a crash.

let arguments = CommandLine.arguments
guard arguments.count == 4, let seconds = Double(arguments[1]), let seed = UInt64(arguments[2]) else {
  FileHandle.standardError.write(Data("usage: fuzz SECONDS SEED FOLDER\n".utf8))
  exit(64)
}
let folder = arguments[3]
var mutator = Mutator(fixtures: FuzzFixtures.all, seed: seed)
var outcomes: [FuzzCheck.Outcome: Int] = [:]
var count = 0
var failures = 0
let end = ContinuousClock.now + .seconds(seconds)

while ContinuousClock.now < end {
  let file = URL(fileURLWithPath: folder + "/seed-\(seed)-case-\(count)")
  try Data(mutator.next()).write(to: file)
  count += 1
  do {
    outcomes[try FuzzCheck.run(path: file.path), default: 0] += 1
    try FileManager.default.removeItem(at: file)
  } catch {
    failures += 1
    print("\(file.path): \(error)")
  }
}
print(
  "seed \(seed): \(count) files, \(outcomes[.posts, default: 0]) gave posts, \(outcomes[.skippedPosts, default: 0]) some",
  "of them, \(outcomes[.empty, default: 0]) none, \(outcomes[.error, default: 0]) one clear line; \(failures) broke a rule"
)
exit(failures == 0 ? 0 : 1)
