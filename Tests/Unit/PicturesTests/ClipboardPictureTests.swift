import Domain
import FolderSupport
import Foundation
import Pictures
import ProgramSupport
import TestSupport
import Testing

@testable import tern

@Suite("Pictures from the clipboard")
struct ClipboardPictureTests {
  private static let gif = "GIF89a picture"
  private let folder = TemporaryFolder()

  private var attachments: AttachmentFolder { AttachmentFolder(in: folder.path(of: "data")) }

  private func program(_ name: String, _ script: String) throws -> String {
    try folder.write("#!/bin/sh\n\(script)\n", to: name, permissions: 0o700)
    return folder.path(of: name)
  }

  private func paste(
    _ command: [String], environment: [String: String] = [:]
  ) async -> Result<LocalMediaFile, PasteFailure> {
    do throws(PasteFailure) {
      return .success(
        try await ClipboardPicture(command: command, environment: environment, folder: attachments).storePicture())
    } catch {
      return .failure(error)
    }
  }

  private func failure(_ command: [String], environment: [String: String] = [:]) async -> PasteFailure? {
    if case .failure(let failure) = await paste(command, environment: environment) { failure } else { nil }
  }

  @Test func `The output of the program is stored under a new name with the suffix of its type`() async throws {
    let program = try program("paste er", "printf '%s' \"$1\"")
    let file = try await paste([program, Self.gif]).get()
    #expect(file.kind == .gif && file.bytes == 14 && file.path.hasSuffix(".gif"))
    #expect(file.path.hasPrefix(folder.path(of: "data/attachments/")))
    #expect(try String(contentsOfFile: file.path, encoding: .utf8) == Self.gif)
    let again = try await paste([program, Self.gif]).get()
    #expect(again.path != file.path)
    let permissions = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(permissions == 0o600)
  }

  @Test func `What is no picture is refused`() async throws {
    let program = try program("paster", "printf '%s' \"$1\"")
    #expect(await failure([program, ""]) == .noPicture)
    #expect(await failure([program, "a text"]) == .unknownKind("not a picture"))
    #expect(!folder.exists("data/attachments"))
  }

  @Test func `The error of the program is reported`() async throws {
    let program = try program("paster", "echo 'No selection' >&2; echo 'Second line' >&2; exit 1")
    #expect(await failure([program]) == .failed(program: program, message: "No selection"))
    guard case .notStarted(let name, _)? = await failure(["/nowhere/paster"]) else {
      Issue.record("it was started")
      return
    }
    #expect(name == "/nowhere/paster")
  }

  @Test func `A program that prints without end is ended`() async throws {
    let program = try program("paster", "exec cat /dev/zero")
    #expect(await failure([program]) == .tooLarge(limit: AttachmentFolder.maxBytes))
  }

  @Test func `The installed program of the user's desktop is used`() async throws {
    _ = try program("wl-paste", "printf 'GIF89a wayland %s' \"$3\"")
    _ = try program("xclip", "printf 'GIF89a x11'")
    let path = ["PATH": folder.path]
    func pasted(_ environment: [String: String]) async throws -> String {
      try String(contentsOfFile: await paste([], environment: environment).get().path, encoding: .utf8)
    }
    #expect(try await pasted(path.merging(["DISPLAY": ":0"]) { $1 }) == "GIF89a x11")
    let wayland = path.merging(["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0"]) { $1 }
    #expect(try await pasted(wayland) == "GIF89a wayland image/png")
    #expect(try await pasted(path) == "GIF89a wayland image/png")
    #expect(await failure([], environment: ["PATH": "/nowhere"]) == .noProgram(["wl-paste", "xclip", "pngpaste"]))
  }

  @Test func `Old pictures that no draft uses are removed`() throws {
    func file() throws -> String { try attachments.store(Array(Self.gif.utf8)).path }
    let (old, used, new) = (try file(), try file(), try file())
    for path in [old, used] {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -90_000)], ofItemAtPath: path)
    }
    attachments.removeFiles(except: [used])
    #expect([old, used, new].map(FileManager.default.fileExists) == [false, true, true])
  }
}
