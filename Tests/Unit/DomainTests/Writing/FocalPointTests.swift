import Domain
import Testing

struct FocalPointTests {
  @Test(arguments: [
    ("top left", "-1.0,1.0"), ("  Bottom   RIGHT ", "1.0,-1.0"), ("center", "0.0,0.0"),
  ])
  func `A point is typed as a name`(typed: String, coordinates: String) {
    #expect(FocalPoint(typed: typed)?.coordinates == coordinates)
  }

  @Test(arguments: ["", "middle", "1,0", "x,y"])
  func `Other texts are no points`(typed: String) {
    #expect(FocalPoint(typed: typed) == nil)
  }

  @Test func `A point is shown by its name, or by coordinates in hundredths`() {
    #expect(FocalPoint(x: 0, y: 1).text == "top" && FocalPoint(x: 0.2, y: 1).text == "0.2,1.0")
    for (name, point) in FocalPoint.named { #expect(FocalPoint(typed: name) == point && point.text == name) }
    #expect(FocalPoint(x: 0.126, y: -0).text == "0.13,0.0")
    #expect(FocalPoint(x: .nan, y: .infinity) == FocalPoint(x: 0, y: 0))
  }

  @Test func `A file is sent again if its focal point has changed`() {
    var media = DraftMedia(path: "a.png", remoteID: "1", uploadedDescription: "")
    #expect(media.isAtServer)
    media.focus = FocalPoint(x: 1, y: 1)
    #expect(!media.isAtServer)
    media.uploadedFocus = media.focus
    #expect(media.isAtServer)
    // Those of a published post are sent with the post.
    #expect(DraftMedia(path: "", remoteID: "1", focus: .center).isAtServer)
  }
}
