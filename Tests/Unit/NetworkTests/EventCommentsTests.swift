import Network
import Testing

@Suite struct EventCommentsTests {
  @Test(arguments: [":thump\n", ":\n\n", ":a\r\n\r\n", "\n", ":a: b\n:c\n"])
  func `lone comments are recognized`(text: String) {
    #expect(EventComments().areOnlyComments(of: Array(text.utf8)))
  }

  @Test(arguments: ["", ":thump", ":a\ndata: 1\n\n", "data: 1\n\n", ":a\rdata: 1\r", " \n", ":a\n\n:b"])
  func `other and incomplete lines are not comments`(text: String) {
    #expect(!EventComments().areOnlyComments(of: Array(text.utf8)))
  }

  @Test(arguments: [("data: 1\n", false), ("data: 1\n\n", true), ("data: 1\r\n\r\n", true), ("data: 1\n\nid", false)])
  func `comments within an event are not recognized`(text: String, isOver: Bool) {
    for length in [1, 3, 100] {
      var comments = EventComments()
      let bytes = Array(text.utf8)
      for start in stride(from: 0, to: bytes.count, by: length) {
        comments.recordDelivered(bytes[start..<min(start + length, bytes.count)])
      }
      #expect(comments.areOnlyComments(of: Array("\n".utf8)) == isOver)
      #expect(comments.areOnlyComments(of: Array(":a\n".utf8)) == isOver)
    }
  }
}
