import FolderSupport
import Foundation
import Subprocess

/// Seen with the program, for whoever runs it in a folder.
public typealias TemporaryFolder = FolderSupport.TemporaryFolder

/// The program as it was built beside the tests.
public enum Tern {
  /// What a run has left.
  public struct Outcome: Hashable, Sendable {
    public let status: TerminationStatus
    public let output: String
    public let errors: String

    /// What was said on standard error, without the last newline; more than one line is more than Tern may say.
    /// Without the line by which `tern post` says who can read the post.
    public var errorsBesidesReaders: String { errors.withoutReaders }

    public var errorLine: String { errors.hasSuffix("\n") ? String(errors.dropLast()) : errors }
  }

  /// The test bundle is a program itself, and lies in the folder that the others are built into.
  public static let path: String = {
    let bundle = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    return bundle.deletingLastPathComponent().appending(path: "tern").path
  }()

  /// Runs it to its end, without a terminal and with no more of an environment than what is given.
  public static func run(
    _ arguments: [String], environment: [String: String] = [:], input: String = "", in folder: String = "/"
  ) async throws -> Outcome {
    try await run(path, arguments, environment: environment, input: input, in: folder)
  }

  /// Runs any program in the same way.
  public static func run(
    _ program: String, _ arguments: [String], environment: [String: String], input: String = "",
    in folder: String = "/"
  ) async throws -> Outcome {
    var variables: [Subprocess.Environment.Key: String] = [:]
    for (name, value) in environment { variables[.init(stringLiteral: name)] = value }
    // What a person has imported and set is no business of a test.
    if environment["HOME"] == nil, environment["XDG_DATA_HOME"] == nil { variables["XDG_DATA_HOME"] = "/nowhere" }
    if environment["HOME"] == nil, environment["XDG_CONFIG_HOME"] == nil { variables["XDG_CONFIG_HOME"] = "/nowhere" }
    // By a file, and no pipe: whoever ends without having read it ends nobody else.
    var files: TemporaryFolder?
    if !input.isEmpty {
      files = try TemporaryFolder()
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
  /// Without the line by which `tern post` says who can read the post.
  public var withoutReaders: String {
    split(separator: "\n", omittingEmptySubsequences: false).filter { !$0.hasPrefix("tern: who can read it: ") }
      .joined(separator: "\n")
  }
}
