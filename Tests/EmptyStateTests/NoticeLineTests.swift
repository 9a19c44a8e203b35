import EmptyState
import Testing

@Suite struct NoticeLineTests {
  private let said = NoticeViewModel(text: "“tea” is a tab now.")
  private let asking = NoticeViewModel(text: "Asking demo for “tea”…", stays: true)

  @Test func `What was said is to be read again once what has covered it is over, until the next key`() {
    var line = NoticeLine()
    line.show(said)
    line.show(asking)
    #expect(line.shown == asking)
    line.hide()
    #expect(line.shown == said)
    let hasChanged = [line.keyWasPressed(), line.keyWasPressed()]
    #expect(hasChanged == [true, false])
    #expect(line.shown == nil)
  }

  @Test func `What is said stands before what stays, also where that is renewed, and a key takes it away`() {
    var line = NoticeLine()
    line.show(asking)
    line.show(said)
    var later = asking
    later.text += " 2 s"
    line.show(later)
    #expect(line.shown == said)
    let hasChanged = line.keyWasPressed()
    #expect(hasChanged && line.shown == later)
    line.hide()
    #expect(line.shown == nil)
  }
}
