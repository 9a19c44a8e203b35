import Domain
import Glibc
import Pictures
import SystemFiles
import TerminalKit

/// The picture on the clipboard, read by the program in the settings or by the first known one that is installed.
struct ClipboardPicture: PictureClipboard {
  /// The programs for Wayland, X11 and macOS, with the variable that says that the user has such a desktop.
  private static let known: [(variable: String?, command: [String])] = [
    ("WAYLAND_DISPLAY", ["wl-paste", "--no-newline", "--type", "image/png"]),
    ("DISPLAY", ["xclip", "-selection", "clipboard", "-target", "image/png", "-out"]),
    (nil, ["pngpaste", "-"]),
  ]
  private static let seconds = 20

  private let command: [String]
  private let environment: [String: String]
  private let folder: AttachmentFolder

  /// - Parameter command: the program and its arguments; empty for the first known one that is installed.
  init(command: [String], environment: [String: String], folder: AttachmentFolder) {
    self.command = command
    self.environment = environment
    self.folder = folder
  }

  func storePicture() async throws(PasteFailure) -> LocalMediaFile {
    let command = command.isEmpty ? installedCommand : command
    guard let program = command.first else { throw .noProgram(Self.known.compactMap(\.command.first)) }
    let output: CapturedProgram.Output
    do throws(CapturedProgram.Failure) {
      output = try await CapturedProgram(
        command, maxBytes: AttachmentFolder.maxBytes, timeout: .seconds(Self.seconds)
      ).run()
    } catch {
      throw switch error {
      case .notStarted(let error): .notStarted(program: program.escapingControls, reason: error.reason)
      case .outputTooLarge: .tooLarge(limit: AttachmentFolder.maxBytes)
      case .timedOut: .timedOut(program: program.escapingControls, seconds: Self.seconds)
      case .cancelled: .noPicture
      }
    }
    if output.bytes.isEmpty, let line = Self.firstLine(of: output.errors) {
      throw .failed(program: program.escapingControls, message: line)
    }
    return try folder.store(output.bytes)
  }

  /// The first known program of the user's desktop that is installed, else of any, with its path; empty if none is.
  private var installedCommand: [String] {
    let installed = Self.known.compactMap { known in
      path(of: known.command[0]).map { (variable: known.variable, command: [$0] + known.command.dropFirst()) }
    }
    let own = installed.first { known in known.variable.map { environment[$0]?.isEmpty == false } ?? false }
    return (own ?? installed.first)?.command ?? []
  }

  /// The path of an installed program.
  private func path(of program: String) -> String? {
    (environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":").map { "\($0)/\(program)" }
      .first { access($0, X_OK) == 0 }
  }

  private static func firstLine(of bytes: [UInt8]) -> String? {
    let text = String(decoding: bytes, as: UTF8.self)
    return text.split(whereSeparator: \.isNewline).first.map { String($0).escapingControls }
  }
}

/// For programs without a terminal.
struct NoPictureClipboard: PictureClipboard {
  func storePicture() async throws(PasteFailure) -> LocalMediaFile { throw .noPicture }
}
