import EmptyState
import Testing

@Suite struct NoticeLineTests {
  private let transient = NoticeViewModel(text: "“tea” saved as a tab")
  private let persistent = NoticeViewModel(text: "Loading “tea” from demo…", isPersistent: true)

  @Test func `A covered transient notice returns when the persistent one is hidden, until the next key`() {
    var line = NoticeLine()
    line.show(transient)
    line.show(persistent)
    #expect(line.visibleNotice == persistent)
    line.hide()
    #expect(line.visibleNotice == transient)
    let hasChanged = [line.keyWasPressed(), line.keyWasPressed()]
    #expect(hasChanged == [true, false])
    #expect(line.visibleNotice == nil)
  }

  @Test func `A transient notice covers a persistent one, even when that is updated, until the next key`() {
    var line = NoticeLine()
    line.show(persistent)
    line.show(transient)
    var later = persistent
    later.text += " 2 s"
    line.show(later)
    #expect(line.visibleNotice == transient)
    let hasChanged = line.keyWasPressed()
    #expect(hasChanged && line.visibleNotice == later)
    line.hide()
    #expect(line.visibleNotice == nil)
  }

  @Test func `A notice to dismiss outlives keys and the notices that cover it`() {
    let failure = NoticeViewModel(text: "Position not saved.", severity: .failure, isDismissible: true)
    var line = NoticeLine()
    line.show(failure)
    let hasChanged = line.keyWasPressed()
    #expect(!hasChanged && line.visibleNotice == failure && line.canDismiss)
    line.show(transient)
    #expect(line.visibleNotice == transient && !line.canDismiss)
    _ = line.keyWasPressed()
    #expect(line.visibleNotice == failure)
    line.show(persistent)
    line.dismiss()
    #expect(line.visibleNotice == persistent)
  }
}
