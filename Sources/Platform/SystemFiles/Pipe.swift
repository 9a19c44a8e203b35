import CGlibc
import Glibc

/// A pipe between programs. Only a program that is given an end inherits it.
package struct Pipe: Sendable {
  package let readEnd: Int32
  package let writeEnd: Int32

  package init() throws(ProgramStartError) {
    var ends: [Int32] = [-1, -1]
    guard pipe2(&ends, O_CLOEXEC) == 0 else { throw ProgramStartError(number: errno) }
    (readEnd, writeEnd) = (ends[0], ends[1])
  }

  package func close() {
    Glibc.close(readEnd)
    Glibc.close(writeEnd)
  }
}
