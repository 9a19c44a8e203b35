#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif
import Domain

/// A file that was opened by hand: an account of its own for the time being.
public struct FileAccount: ReadableAccounts {
  /// The path that means standard input.
  public static let standardInput = "-"

  /// Named for the file, until its document is read and says better.
  public let account: Account
  private let repository: JSONTimelineRepository

  /// `source` reads the file at `path`.
  public init(path: String, source: any DocumentSource, clock: any WallClock) {
    account = Account(id: Self.id(of: path), profile: Self.profile(of: path), source: path)
    // Standard input has nothing more to say when it is asked a second time.
    let source = path == Self.standardInput ? ReadOnceDocumentSource(source) : source
    repository = JSONTimelineRepository(source: source, clock: clock)
  }

  public func accounts() async -> [Account] {
    var account = account
    account.profile = await repository.knownProfile ?? account.profile
    return [account]
  }

  public func signIn(handle: String, password: String) async throws(SignInError) -> Account {
    for account in await accounts() where account.profile.goes(by: handle) { return account }
    throw .unknownAccount(handle: handle)
  }

  public func repository(for account: AccountID) -> (any TimelineRepository)? {
    account == self.account.id ? repository : nil
  }
}

extension FileAccount {
  private static func id(of path: String) -> AccountID {
    AccountID("file:" + (path == standardInput ? path : absolutePath(path)))
  }

  private static func profile(of path: String) -> Profile {
    if path == standardInput { return Profile(handle: "", name: "standard input") }
    return Profile(handle: "", name: path.split(separator: "/").last.map(String.init) ?? path)
  }

  private static func absolutePath(_ path: String) -> String {
    var parts: [Substring] = path.hasPrefix("/") ? [] : currentDirectory().split(separator: "/")
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/")
  }

  private static func currentDirectory() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }
}
