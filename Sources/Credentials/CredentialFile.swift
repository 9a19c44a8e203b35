import Domain
import Glibc
import SystemFiles

/// What opens accounts, in credentials.json: a file that its owner alone can read. Several Terns can share it: each
/// change is read, made and stored under a lock. What is damaged, or open to others, is neither used nor overwritten.
///
/// Its work blocks a thread, never the main one.
public actor CredentialFile: CredentialRepository {
  private static let name = "credentials.json"
  /// Tokens are short, and nobody has thousands of accounts.
  private static let maxSize = 4 << 20

  private let folder: AppDirectory
  private let path: String

  /// - Parameter directory: Tern's data folder; it is made when there is something to store.
  public init(directory: String) {
    folder = AppDirectory(path: directory)
    path = folder.path(of: Self.name)
  }

  public func token(of account: AccountID) throws(CredentialError) -> Secret? {
    try read().token(of: account)
  }

  public func store(_ token: Secret, of account: AccountID) throws(CredentialError) {
    try change { $0.setToken(token, of: account) }
  }

  public func removeToken(of account: AccountID) throws(CredentialError) {
    guard try read().hasToken(of: account) else { return }
    try change { $0.setToken(nil, of: account) }
  }

  public func registration(at host: String) throws(CredentialError) -> ClientRegistration? {
    try read().registration(at: host)
  }

  public func store(_ registration: ClientRegistration, at host: String) throws(CredentialError) {
    try change { $0.setRegistration(registration, at: host) }
  }

  public func removeRegistration(at host: String) throws(CredentialError) {
    guard try read().hasRegistration(at: host) else { return }
    try change { $0.setRegistration(nil, at: host) }
  }
}

extension CredentialFile {
  private func change(_ change: (inout CredentialDocument) -> Void) throws(CredentialError) {
    do throws(FileError) {
      try folder.make()
    } catch {
      throw CredentialError(error)
    }
    try checkFolder()
    try folder.withLock("credentials.lock", orFail: CredentialError.init) { () throws(CredentialError) in
      // Another Tern may have stored something since.
      var document = try read()
      change(&document)
      do throws(FileError) {
        try folder.replace(Self.name, with: document.bytes)
      } catch {
        throw CredentialError(error)
      }
    }
  }

  /// Whoever can write to the folder can put another file in the place of this one.
  private func checkFolder() throws(CredentialError) {
    let access: FileAccess
    do throws(SystemError) {
      access = try OpenFile(folder.path, O_RDONLY | O_DIRECTORY).access()
    } catch {
      throw CredentialError(FileError(folder.path, error))
    }
    guard access.isOwn else {
      throw refusal("it belongs to somebody else; give Tern a folder of your own", of: folder.path)
    }
    if access.othersCanWrite {
      throw refusal("others can write to it; take that from them: chmod go-w \(folder.path)", of: folder.path)
    }
  }

  /// An empty document where there is no file yet.
  private func read() throws(CredentialError) -> CredentialDocument {
    let access: FileAccess
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try OpenFile(path, O_RDONLY | O_NOFOLLOW)
      access = try file.access()
      bytes = try file.readToEnd(limit: Self.maxSize)
    } catch {
      switch error.code {
      case ENOENT: return CredentialDocument()
      case ELOOP: throw refusal("it is a symbolic link; put the file itself there")
      default: throw CredentialError(FileError(path, error))
      }
    }
    guard access.isOwn else { throw refusal("it belongs to somebody else; move it away, and sign in again") }
    guard !access.othersCanRead, !access.othersCanWrite else {
      throw refusal("others can read or write it; take that from them: chmod 600 \(path)")
    }
    do throws(CredentialDamage) {
      return try CredentialDocument(bytes)
    } catch {
      throw refusal("line \(error.line): expected \(error.expected); mend it, or move it away and sign in again")
    }
  }

  private func refusal(_ reason: String, of path: String? = nil) -> CredentialError {
    CredentialError(place: (path ?? self.path).escapingControls, reason: reason.escapingControls)
  }
}

extension CredentialError {
  init(_ error: FileError) {
    self.init(place: error.path, reason: error.cause.reason)
  }
}
