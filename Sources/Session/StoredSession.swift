import Domain
import FoundationEssentials

/// What a session file turns out to hold.
enum StoredSession: Hashable {
  case session(Session)
  /// Of a Tern to come: it may hold what this one would lose.
  case newer
  case damaged

  init(_ bytes: [UInt8]) {
    struct Version: Decodable {
      var version: Int
    }
    let data = Data(bytes)
    let decoder = JSONDecoder()
    guard let version = try? decoder.decode(Version.self, from: data).version, version >= 1 else {
      self = .damaged
      return
    }
    if version > SessionFile.currentVersion {
      self = .newer
    } else if let file = try? decoder.decode(SessionFile.self, from: data) {
      self = .session(file.session)
    } else {
      self = .damaged
    }
  }

  static func bytes(of session: Session) throws -> [UInt8] {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return Array(try encoder.encode(SessionFile(session))) + Array("\n".utf8)
  }
}
