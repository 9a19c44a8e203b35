import FolderSupport
import Glibc
import Testing

@testable import SystemFiles

/// Who runs on this machine, and who does not any more.
@Suite struct SystemProcessesTests {
  private let processes = SystemProcesses()

  @Test func `This program runs, and is told from others`() throws {
    let own = try #require(processes.own)
    #expect(!processes.hasEnded(own))
    #expect(SystemProcesses().own == own)
  }

  @Test func `A program that was killed has ended, also where nobody has asked what became of it`() throws {
    let child = try SpawnedProgram("/bin/sleep", ["600"])
    let name = try #require(processes.name(of: child.processID))
    #expect(name != processes.own)
    #expect(!processes.hasEnded(name))
    kill(child.processID, SIGKILL)
    _ = child.wait()
    #expect(processes.hasEnded(name))
  }

  @Test func `Whoever has the number of another one is not the same`() throws {
    let own = try #require(processes.own)
    let parts = own.split(separator: " ").map(String.init)
    try #require(parts.count == 4)
    #expect(processes.hasEnded([parts[0], parts[1], parts[2], "1"].joined(separator: " ")))
  }

  @Test(arguments: ["", "1", "a b c d", "a b 1 2 3"])
  func `Of what ran elsewhere, or is no program, nobody can notify`(name: String) throws {
    #expect(!processes.hasEnded(name))
    let parts = try #require(processes.own).split(separator: " ").map(String.init)
    #expect(!processes.hasEnded("another-boot \(parts[1]) \(parts[2]) 1"))
    #expect(!processes.hasEnded("\(parts[0]) another-world \(parts[2]) 1"))
    #expect(!processes.hasEnded("\(parts[0]) \(parts[1]) -1 1"))
  }
}
