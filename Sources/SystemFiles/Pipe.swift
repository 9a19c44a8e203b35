import CSpawn
import Glibc

/// Bytes from one program to another. No program inherits its ends but the one that is given them.
package struct Pipe: Sendable {
  package let readEnd: Int32
  package let writeEnd: Int32

  /// - Throws: where no more files can be open.
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
