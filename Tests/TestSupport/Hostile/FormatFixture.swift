import Foundation

/// Files of one format, with all that its documents say they can hold. Each is a file in Tests/Fixtures/formats: a new
/// format is tried by putting one there.
public struct FormatFixture: Decodable, Sendable, CustomStringConvertible {
  public struct File: Decodable, Sendable {
    public var name: String
    /// What stands before the JSON: `window.YTD.tweets.part0 = `.
    public var before: String?
    public var json: JSONTree?
    /// Instead of `json`: values, one a line.
    public var lines: [JSONTree]?

    public func bytes(_ spelling: JSONTree.Spelling) -> [UInt8] {
      let values = lines ?? json.map { [$0] } ?? []
      return Array((before ?? "").utf8) + values.map { $0.bytes(spelling) }.joined(separator: [0x0A]) + [0x0A]
    }
  }

  public private(set) var name = ""
  /// The file to open.
  public var open: String
  /// Keys whose values tell the format, or are no text: they stay where everything else changes.
  public var keep: Set<String>
  public var files: [File]

  public var description: String { name }

  private enum CodingKeys: CodingKey {
    case open, keep, files
  }

  public static let all: [FormatFixture] = {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = tests.appending(path: "Fixtures/formats")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().compactMap { name in
      guard let data = try? Data(contentsOf: folder.appending(path: name)),
        var fixture = try? JSONDecoder().decode(FormatFixture.self, from: data)
      else { return nil }
      fixture.name = String(name.dropLast(5))
      return fixture
    }
  }()

  /// Makes the files in a folder.
  public func write(to folder: String, _ spelling: JSONTree.Spelling = .escaped) throws {
    for file in files {
      let bytes = Data(file.bytes(spelling))
      guard FileManager.default.createFile(atPath: folder + "/" + file.name, contents: bytes) else {
        throw CocoaError(.fileWriteUnknown)
      }
    }
  }
}
