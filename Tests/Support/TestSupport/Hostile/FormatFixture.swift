import Foundation

/// Files of one format with everything that its documentation allows. Each is a file in Tests/Fixtures/formats; add one
/// to test a new format.
public struct FormatFixture: Decodable, Sendable, CustomStringConvertible {
  public struct File: Decodable, Sendable {
    public var name: String
    /// Text before the JSON: `window.YTD.tweets.part0 = `.
    public var before: String?
    public var json: JSONTree?
    /// Instead of `json`: values, one per line.
    public var lines: [JSONTree]?

    public func bytes(_ spelling: JSONTree.Spelling) -> [UInt8] {
      var bytes = Array((before ?? "").utf8)
      for value in lines ?? json.map({ [$0] }) ?? [] { bytes += value.bytes(spelling) + [0x0A] }
      return bytes
    }
  }

  public private(set) var name = ""
  /// The file to open.
  public var open: String
  /// Keys whose values identify the format or are not text; they are never changed.
  public var keep: Set<String>
  public var files: [File]
  /// Whether it contains a server's error instead of posts.
  public var isError: Bool { error ?? false }
  private let error: Bool?

  public var description: String { name }

  private enum CodingKeys: CodingKey {
    case open, keep, files, error
  }

  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Fixtures/formats").standardizedFileURL

  /// The names of all fixtures.
  public static let names: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }.sorted()
  }()

  /// The fixtures that can be decoded; a test checks that these are all.
  public static let all = names.compactMap { try? FormatFixture(named: $0) }

  /// The fixtures with posts.
  public static let withPosts = all.filter { !$0.isError }

  public init(named name: String) throws {
    let data = try Data(contentsOf: Self.folder.appending(path: name + ".json"))
    self = try JSONDecoder().decode(FormatFixture.self, from: data)
    self.name = name
  }

  /// Writes the files into a folder.
  public func write(to folder: String, _ spelling: JSONTree.Spelling = .escaped) throws {
    for file in files {
      let bytes = Data(file.bytes(spelling))
      guard FileManager.default.createFile(atPath: folder + "/" + file.name, contents: bytes) else {
        throw CocoaError(.fileWriteUnknown)
      }
    }
  }
}
