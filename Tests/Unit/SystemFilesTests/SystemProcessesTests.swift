import FolderSupport
import Glibc
import Testing

@testable import SystemFiles

/// Detection of running and ended processes.
@Suite struct SystemProcessesTests {
  private let processes = SystemProcesses()

  @Test func `This process runs and has a unique name`() throws {
    let own = try #require(processes.currentName)
    #expect(!processes.hasEnded(own))
    #expect(SystemProcesses().currentName == own)
  }

  @Test func `A killed process has ended, even as a zombie`() throws {
    let child = try SpawnedProgram("/bin/sleep", ["600"])
    let name = try #require(processes.name(of: child.processID))
    #expect(name != processes.currentName)
    #expect(!processes.hasEnded(name))
    kill(child.processID, SIGKILL)
    _ = child.wait()
    #expect(processes.hasEnded(name))
  }

  @Test func `Another process with the same ID has a different name`() throws {
    let own = try #require(processes.currentName)
    let parts = own.split(separator: " ").map(String.init)
    try #require(parts.count == 4)
    #expect(processes.hasEnded([parts[0], parts[1], parts[2], "1"].joined(separator: " ")))
  }

  @Test(arguments: ["", "1", "a b c d", "a b 1 2 3"])
  func `Processes of other systems and invalid names are unknown`(name: String) throws {
    #expect(!processes.hasEnded(name))
    let parts = try #require(processes.currentName).split(separator: " ").map(String.init)
    #expect(!processes.hasEnded("another-boot \(parts[1]) \(parts[2]) 1"))
    #expect(!processes.hasEnded("\(parts[0]) another-namespace \(parts[2]) 1"))
    #expect(!processes.hasEnded("\(parts[0]) \(parts[1]) -1 1"))
  }
}
