import Session
import Testing

@Suite struct StateDirectoryTests {
  @Test(arguments: [
    (["XDG_STATE_HOME": "/state", "HOME": "/home/ada"], "/state/tern"),
    (["XDG_STATE_HOME": "state", "HOME": "/home/ada"], "/home/ada/.local/state/tern"),
    (["XDG_STATE_HOME": "", "HOME": "/home/ada"], "/home/ada/.local/state/tern"),
    (["HOME": "/home/ada"], "/home/ada/.local/state/tern"),
  ]) func `It lies where the environment says`(environment: [String: String], path: String) {
    #expect(StateDirectory.path(environment: environment) == path)
  }

  @Test func `Without an environment it lies in the person's home`() {
    #expect(StateDirectory.path(environment: [:]).hasSuffix("/.local/state/tern"))
  }
}
