import Foundation
import ProgramSupport

/// The golden screens: readable text files next to these tests.
enum GoldenScreens {
  private static let here = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  private static let folder = here.appending(path: "Golden")
  static let fixtures = here.appending(path: "Fixtures").path

  /// Whether screens are written instead of compared: `make screens-update`.
  static let isUpdating = ProcessInfo.processInfo.environment["TERN_UPDATE_SCREENS"] == "1"

  static func read(_ name: String) -> String? {
    try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
  }

  static func write(_ screen: String, to name: String) throws {
    let file = folder.appending(path: name)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(screen.utf8).write(to: file)
  }

  static func remove(_ name: String) throws {
    try FileManager.default.removeItem(at: folder.appending(path: name))
  }

  /// The names of all files with one of the endings.
  static func names(ending endings: String...) -> Set<String> {
    let names = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return Set(names.filter { name in endings.contains(where: name.hasSuffix) })
  }
}

extension ScreenCase {
  /// Runs `tern screen` at a fixed time, without the settings of this machine.
  func run(size: String, format: String = "text") async throws -> Tern.Outcome {
    var arguments = ["screen"] + self.arguments
    arguments += ["--size", size, "--keys", keys, "--now", "2026-11-20T12:00:00Z", "--format", format]
    return try await Tern.run(arguments, environment: ["TZ": "UTC"], in: GoldenScreens.fixtures)
  }
}
