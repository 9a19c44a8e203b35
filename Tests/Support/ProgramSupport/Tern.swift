import FolderSupport
import Foundation
import Subprocess

/// Re-exported for tests that run the program in a folder.
public typealias TemporaryFolder = FolderSupport.TemporaryFolder

/// The program built with the tests.
public enum Tern {
  /// The result of a run.
  public struct Outcome: Hashable, Sendable {
    public let status: TerminationStatus
    public let output: String
    public let errors: String

    /// Standard error without the line of `tern post` about the visibility.
    public var errorsWithoutVisibility: String { errors.withoutVisibility }

    /// Standard error without the final newline. Tern prints at most one line.
    public var errorLine: String { errors.hasSuffix("\n") ? String(errors.dropLast()) : errors }
  }

  /// The path of the program: in the same folder as the test bundle, unless TERN names another.
  public static let path: String = {
    if let path = ProcessInfo.processInfo.environment["TERN"] { return path }
    let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return bundle.deletingLastPathComponent().appending(path: "tern").path
  }()

  /// Runs the program without a terminal and with only the given environment, until it ends.
  public static func run(
    _ arguments: [String], environment: [String: String] = [:], input: String = "", in folder: String = "/"
  ) async throws -> Outcome {
    try await run(path, arguments, environment: environment, input: input, in: folder)
  }

  /// Runs any program in the same manner.
  public static func run(
    _ program: String, _ arguments: [String], environment: [String: String], input: String = "",
    in folder: String = "/"
  ) async throws -> Outcome {
    var variables: [Subprocess.Environment.Key: String] = [:]
    for (name, value) in environment { variables[.init(stringLiteral: name)] = value }
    // Do not read the data and settings of the user who runs the tests.
    if environment["HOME"] == nil, environment["XDG_DATA_HOME"] == nil { variables["XDG_DATA_HOME"] = "/nowhere" }
    if environment["HOME"] == nil, environment["XDG_CONFIG_HOME"] == nil { variables["XDG_CONFIG_HOME"] = "/nowhere" }
    // A file instead of a pipe: a program that ends without reading a pipe could break the writer.
    var files: TemporaryFolder?
    if !input.isEmpty {
      files = TemporaryFolder()
      try files?.write(input, to: "input")
    }
    let result = try await Subprocess.run(
      .path(.init(program)), arguments: .init(arguments), environment: .custom(variables),
      workingDirectory: .init(folder),
      input: .fileDescriptor(
        try .open(.init(files?.path(of: "input") ?? "/dev/null"), .readOnly), closeAfterSpawningProcess: true),
      output: .string(limit: 1 << 24), error: .string(limit: 1 << 20))
    return Outcome(
      status: result.terminationStatus, output: result.standardOutput, errors: result.standardError)
  }
}

extension String {
  /// The text without the line of `tern post` about the visibility.
  public var withoutVisibility: String {
    split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("tern: visibility: ") }
      .joined(separator: "\n")
  }
}
