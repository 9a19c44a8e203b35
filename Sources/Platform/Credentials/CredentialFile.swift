import Domain
import Glibc
import SystemFiles

/// Stores tokens in credentials.json, which only its owner can read. Several Tern processes can share it, because each
/// change happens under a lock. A file that is damaged or accessible to others is neither used nor overwritten.
///
/// Its methods block a thread, never the main one.
public actor CredentialFile: CredentialRepository {
  private static let name = "credentials.json"
  /// In bytes. A file of valid size is far smaller.
  private static let maxSize = 4 << 20

  private let folder: AppDirectory
  private let path: String

  /// - Parameter directory: Tern's data folder. It is created with the first token.
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
      // Another process may have changed the file.
      var document = try read()
      change(&document)
      do throws(FileError) {
        try folder.replace(Self.name, with: document.bytes)
      } catch {
        throw CredentialError(error)
      }
    }
  }

  /// A user with write access to the folder could replace the file.
  private func checkFolder() throws(CredentialError) {
    let access: FileAccess
    do throws(SystemError) {
      access = try OpenFile(folder.path, O_RDONLY | O_DIRECTORY).access()
    } catch {
      throw CredentialError(FileError(folder.path, error))
    }
    guard access.isOwn else {
      throw failure("another user owns it; give Tern a folder of your own", of: folder.path)
    }
    if access.othersCanWrite {
      throw failure("others can write to it; run chmod go-w \(folder.path)", of: folder.path)
    }
  }

  /// An empty document if the file does not exist.
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
      case ELOOP: throw failure("it is a symbolic link; replace it by the file itself")
      default: throw CredentialError(FileError(path, error))
      }
    }
    guard access.isOwn else { throw failure("another user owns it; move it away and sign in again") }
    guard !access.othersCanRead, !access.othersCanWrite else {
      throw failure("others can read or write it; run chmod 600 \(path)")
    }
    do throws(CredentialDamage) {
      return try CredentialDocument(bytes)
    } catch {
      throw failure("line \(error.line): expected \(error.expected); fix it, or move it away and sign in again")
    }
  }

  private func failure(_ reason: String, of path: String? = nil) -> CredentialError {
    CredentialError(location: (path ?? self.path).escapingControls, reason: reason.escapingControls)
  }
}

extension CredentialError {
  init(_ error: FileError) {
    self.init(location: error.path, reason: error.cause.reason)
  }
}
