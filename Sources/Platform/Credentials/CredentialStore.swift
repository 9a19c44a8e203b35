import Domain
import Runtime
import SystemFiles

/// Makes the credential repository for the user's settings. The memory of a process that can hold tokens is private.
public enum CredentialStore {
  /// - Parameters:
  ///   - directory: Tern's data folder.
  ///   - helper: the setting `credential-helper`. Blank selects the file in the data folder.
  ///   - environment: the environment of the helper.
  public static func make(
    directory: String, helper: String, environment: [String: String], clock: any WallClock
  ) -> any CredentialRepository {
    ProcessMemory.makePrivate()
    let file = CredentialFile(directory: directory)
    guard helper.contains(where: { !$0.isWhitespace }) else { return file }
    return CredentialHelper(helper, registrations: file, environment: environment, clock: clock)
  }
}
