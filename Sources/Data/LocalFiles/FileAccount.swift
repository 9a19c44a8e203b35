import InMemoryTimelines
import Domain
import Glibc
import Runtime

/// A temporary account for one or more files that the user opened.
public struct FileAccount: SourceRepository {
  /// The path that means standard input.
  public static let standardInput = FileQueue.standardInput

  /// Named after the file, until its document is loaded and states an owner.
  public let account: Account
  private let repository: JSONTimelineRepository

  /// - Parameters:
  ///   - paths: the paths of the files, at least one.
  ///   - displayed: the paths as they are shown; nil if they are the same.
  ///   - source: reads the files.
  public init(paths: [String], displayed: [String]? = nil, source: any DocumentSource, clock: any WallClock) {
    let paths = displayed ?? paths
    let others = paths.count > 1 ? " and \(paths.count - 1) more" : ""
    let path = paths.first ?? Self.standardInput
    account = Account(
      id: Self.id(of: paths), profile: Profile(handle: "", name: Self.name(of: path).escapingControls + others),
      origin: .files(
        paths.map { $0 == Self.standardInput ? .standardInput : .path(Self.displayPath($0).escapingControls) }))
    // Standard input cannot be read again.
    let source = account.origin.isReadOnce ? ReadOnceDocumentSource(source) : source
    repository = JSONTimelineRepository(account: account.id, source: source, clock: clock)
  }

  public func accounts() async -> [Account] {
    var account = account
    account.profile = await repository.knownProfile ?? account.profile
    return [account]
  }

  /// - Throws: `SignInError.unknownAccount` if the handle is not the owner's.
  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    for account in await accounts() where account.profile.matches(typedName: handle) { return account }
    throw .unknownAccount(handle: handle)
  }

  public func source(of account: AccountID) -> Source? {
    guard account == self.account.id else { return nil }
    return Source(repository, capabilities: SourceCapabilities(canRefresh: !self.account.origin.isReadOnce))
  }
}

extension FileAccount {
  private static func id(of paths: [String]) -> AccountID {
    .file(paths.map { $0 == standardInput ? $0 : absolutePath($0) }.joined(separator: ":").escapingControls)
  }

  private static func name(of path: String) -> String {
    path == standardInput ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
  }

  private static func absolutePath(_ path: String) -> String {
    var parts: [Substring] = path.hasPrefix("/") ? [] : currentDirectory().split(separator: "/")
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The path as it is shown: relative or absolute as given, without `.` and `NAME/..`.
  private static func displayPath(_ path: String) -> String {
    var parts: [Substring] = []
    let isAbsolute = path.hasPrefix("/")
    for part in path.split(separator: "/") where part != "." {
      guard part == ".." else {
        parts.append(part)
        continue
      }
      if let last = parts.last, last != ".." { parts.removeLast() } else if !isAbsolute { parts.append(part) }
    }
    return (isAbsolute ? "/" : "") + parts.joined(separator: "/")
  }

  private static func currentDirectory() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }
}
