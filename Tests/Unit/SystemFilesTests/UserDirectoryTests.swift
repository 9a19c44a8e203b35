import SystemFiles
import Testing

@Suite struct UserDirectoryTests {
  @Test(arguments: [
    (["XDG_STATE_HOME": "/state", "HOME": "/home/ada"], "/state/tern"),
    (["HOME": "/home/ada"], "/home/ada/.local/state/tern"),
    (["XDG_STATE_HOME": "state", "HOME": "/home/ada"], "/home/ada/.local/state/tern"),
    (["XDG_STATE_HOME": "", "HOME": "/home/ada"], "/home/ada/.local/state/tern"),
    (["XDG_DATA_HOME": "/data", "HOME": "/home/ada"], "/home/ada/.local/state/tern"),
  ]) func `The environment sets the folder of the state`(environment: [String: String], path: String) {
    #expect(UserDirectory.state(environment: environment) == path)
  }

  @Test(arguments: [
    (["XDG_DATA_HOME": "/data", "HOME": "/home/ada"], "/data/tern"),
    (["HOME": "/home/ada"], "/home/ada/.local/share/tern"),
    (["XDG_DATA_HOME": "", "HOME": "/home/ada"], "/home/ada/.local/share/tern"),
  ]) func `The environment sets the folder of the data`(environment: [String: String], path: String) {
    #expect(UserDirectory.data(environment: environment) == path)
  }

  @Test(arguments: [
    (["XDG_CONFIG_HOME": "/config", "HOME": "/home/ada"], "/config/tern"),
    (["HOME": "/home/ada"], "/home/ada/.config/tern"),
    (["XDG_CONFIG_HOME": "config", "HOME": "/home/ada"], "/home/ada/.config/tern"),
  ]) func `The environment sets the folder of the settings`(environment: [String: String], path: String) {
    #expect(UserDirectory.config(environment: environment) == path)
  }

  @Test func `Without $HOME the home folder of the user database is used`() {
    #expect(UserDirectory.state(environment: [:]).hasSuffix("/.local/state/tern"))
  }
}
