import Credentials
import Domain
import FolderSupport
import Foundation
import Testing

@Suite struct CredentialFileTests {
  private static let ada = AccountID.mastodon("ada@timeline.example")
  private static let registration = ClientRegistration(
    id: "client \"7\"", secret: Secret("s\\e\u{1}c"), redirects: ["urn:ietf:wg:oauth:2.0:oob", "http://127.0.0.1:1/"],
    scopes: "read write")
  private let folder = TemporaryFolder()
  private let file: CredentialFile
  private var place: String { folder.path(of: "credentials.json") }

  init() throws {
    file = CredentialFile(directory: folder.path)
  }

  private func write(_ text: String, permissions: Int = 0o600) throws {
    try folder.write(text, to: "credentials.json", permissions: permissions)
  }

  private func readFailure() async -> String? {
    do throws(CredentialError) {
      _ = try await file.token(of: Self.ada)
      return nil
    } catch {
      #expect(error.location == place)
      return error.reason
    }
  }

  @Test func `Reading without a file finds nothing and creates nothing`() async throws {
    #expect(try await file.token(of: Self.ada) == nil)
    #expect(try await file.registration(at: "timeline.example") == nil)
    try await file.removeToken(of: Self.ada)
    try await file.removeRegistration(at: "timeline.example")
    #expect(try folder.names().isEmpty)
  }

  @Test(arguments: ["abc", "a\"\\/\u{7F}\u{1}é軌😀", String(repeating: "x", count: 4_096)])
  func `A token is read as it was stored`(token: String) async throws {
    try await file.store(Secret(token), of: Self.ada)
    #expect(try await CredentialFile(directory: folder.path).token(of: Self.ada)?.revealed == token)
    #expect(try await file.token(of: .mastodon("bob@timeline.example")) == nil)
  }

  @Test func `A registration is read as it was stored, until it is removed`() async throws {
    try await file.store(Self.registration, at: "timeline.example")
    var secretless = Self.registration
    secretless.secret = nil
    try await file.store(secretless, at: "other.example:8443")
    #expect(try await file.registration(at: "timeline.example") == Self.registration)
    #expect(try await file.registration(at: "other.example:8443") == secretless)
    try await file.removeRegistration(at: "timeline.example")
    #expect(try await file.registration(at: "timeline.example") == nil)
    #expect(try await file.registration(at: "other.example:8443") == secretless)
  }

  @Test func `A removed token is in no file`() async throws {
    try await file.store(Secret("opens-it"), of: Self.ada)
    try await file.removeToken(of: Self.ada)
    #expect(try await file.token(of: Self.ada) == nil)
    for name in try folder.names() { #expect(!(try folder.text(of: name)).contains("opens-it"), "\(name)") }
  }

  @Test func `File, lock and folder are accessible only to their owner`() async throws {
    let file = CredentialFile(directory: folder.path(of: "share/tern"))
    try await file.store(Secret("t"), of: Self.ada)
    #expect(try folder.permissions(of: "share") == 0o700)
    #expect(try folder.permissions(of: "share/tern") == 0o700)
    #expect(try folder.permissions(of: "share/tern/credentials.json") == 0o600)
    #expect(try folder.permissions(of: "share/tern/credentials.lock") == 0o600)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "share/tern")).count == 2)
  }

  @Test(arguments: [0o640, 0o604, 0o620, 0o602, 0o644])
  func `A file that others can access is not used, and the error has the remedy`(
    permissions: Int
  ) async throws {
    try await file.store(Secret("t"), of: Self.ada)
    let text = try folder.text(of: "credentials.json")
    try write(text, permissions: permissions)
    #expect(await readFailure() == "others can read or write it; run chmod 600 \(place)")
    await #expect(throws: CredentialError.self) { try await file.store(Secret("u"), of: Self.ada) }
    #expect(try folder.text(of: "credentials.json") == text)
  }

  @Test func `Nothing is stored in a folder that others can write to`() async throws {
    try folder.makeFolder("open")
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path(of: "open"))
    let file = CredentialFile(directory: folder.path(of: "open"))
    await #expect(throws: CredentialError.self) { try await file.store(Secret("t"), of: Self.ada) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path(of: "open")).isEmpty)
  }

  @Test func `A symbolic link is not followed`() async throws {
    try folder.write("{\"version\": 1, \"tokens\": {}}", to: "elsewhere", permissions: 0o600)
    try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: folder.path(of: "elsewhere"))
    #expect(await readFailure() == "it is a symbolic link; replace it by the file itself")
    await #expect(throws: CredentialError.self) { try await file.store(Secret("t"), of: Self.ada) }
    #expect(try !folder.text(of: "elsewhere").contains("mastodon:"))
  }

  @Test func `A symbolic link in place of the new file is not followed`() async throws {
    try folder.write("mine", to: "elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: place + ".new", withDestinationPath: folder.path(of: "elsewhere"))
    try await file.store(Secret("t"), of: Self.ada)
    #expect(try folder.text(of: "elsewhere") == "mine")
    #expect(try await file.token(of: Self.ada) == Secret("t"))
  }

  @Test(arguments: [
    ("", "line 1: expected a value"), ("[]", "line 1: expected {"), ("{}", "line 1: expected “version”"),
    ("{\"version\": 1,\n\"tokens\": {\n\"a\" \"b\"}}", "line 3: expected a colon"),
    ("{\"version\": 1,\n\"tokens\": {\"a\": 5}}", "line 2: expected a token in quotation marks"),
    ("{\"version\": 1,\n\n\"tokens\": 5}", "line 3: expected {"),
    ("{\"version\": 1, \"registrations\": {\"h\":\n{\"id\": \"1\"}}}", "line 2: expected a registration with"),
    ("{\"version\": 1, \"tokens\": {\"a\": \"b", "line 1: expected a quotation mark at the end of a text"),
    ("{\"version\": 1} x", "line 1: expected the end of the file"),
    ("{\"version\": 1, \"x\": \"\\ud800\"}", "line 1: expected the second half of a character"),
    ("{\"version\": 1, \"x\": \"\\uZZZZ\"}", "line 1: expected four hexadecimal digits"),
    ("{\"version\": 1, \"x\": 01}", "line 1: expected a value"),
    ("{\"version\": 2}", "line 1: expected version 1; a newer Tern may have written it"),
    (String(repeating: "[", count: 100_000), "line 1: expected at most 32 nested brackets"),
  ]) func `A damaged file is an error with a line and stays unchanged`(text: String, reason: String) async throws {
    try write(text)
    let failure = await readFailure()
    #expect(failure?.hasPrefix(reason) == true, "\(failure ?? "nothing")")
    #expect(failure?.hasSuffix("; fix it, or move it away and sign in again") == true)
    await #expect(throws: CredentialError.self) { try await file.store(Secret("t"), of: Self.ada) }
    #expect(try folder.text(of: "credentials.json") == text)
  }

  @Test func `Errors contain no secrets`() async throws {
    for text in [
      "{\"version\": 1, \"tokens\": {\"a\": opens-it}}", "{\"version\": 1, \"tokens\": {\"a\": [\"opens-it\"]}}",
    ] {
      try write(text)
      #expect(await readFailure()?.contains("opens") == false)
    }
  }

  @Test func `Unknown members are preserved`() async throws {
    try write(
      """
      {"version": 1, "later": {"a": [1, -2.5e3, null, true, "\\u00e9\\ud83d\\ude00", {}]},
       "registrations": {"timeline.example": {"id": "1", "scopes": "read", "expires": 12345678901234567890}}}
      """)
    try await file.store(Secret("t"), of: Self.ada)
    try await file.store(Self.registration, at: "timeline.example")
    let text = try folder.text(of: "credentials.json")
    for value in ["-2.5e3", "null", "\"é😀\"", "12345678901234567890", "\"later\""] {
      #expect(text.contains(value), "\(value)")
    }
    #expect(try await file.registration(at: "timeline.example") == Self.registration)
    #expect(try await file.token(of: Self.ada) == Secret("t"))
  }

  @Test func `Concurrent changes are all stored`() async throws {
    let path = folder.path
    await withTaskGroup { group in
      for number in 1...40 {
        group.addTask {
          await #expect(throws: Never.self) {
            try await CredentialFile(directory: path).store(Secret("t\(number)"), of: .mastodon("\(number)@h"))
          }
        }
      }
    }
    for number in 1...40 { #expect(try await file.token(of: .mastodon("\(number)@h")) == Secret("t\(number)")) }
  }

  @Test func `A write error leaves the stored tokens`() async throws {
    try await file.store(Secret("t"), of: Self.ada)
    try FileManager.default.setAttributes([.posixPermissions: 0o500], ofItemAtPath: folder.path)
    let isRoot = geteuid() == 0
    if !isRoot {
      await #expect(throws: CredentialError.self) { try await file.store(Secret("u"), of: Self.ada) }
      #expect(try await file.token(of: Self.ada) == Secret("t"))
    }
    try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
  }
}
