import Domain
import Runtime

/// Where what opens accounts is kept, as the person has set it.
public enum CredentialStore {
  /// - Parameters:
  ///   - directory: Tern's data folder.
  ///   - helper: the setting `credential-helper`; blank is the file in the data folder.
  ///   - environment: what the helper is started with.
  public static func make(
    directory: String, helper: String, environment: [String: String], clock: any WallClock
  ) -> any CredentialRepository {
    let file = CredentialFile(directory: directory)
    guard helper.contains(where: { !$0.isWhitespace }) else { return file }
    return CredentialHelper(helper, registrations: file, environment: environment, clock: clock)
  }
}
