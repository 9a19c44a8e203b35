import Network
import Testing

@Suite struct LinkHeaderTests {
  private func links(_ values: String...) throws -> LinkHeader {
    var headers = HTTPHeaders()
    for value in values { headers.add("link", value) }
    let url = try #require(HTTPAddress("https://timeline.example/api/v1/timelines/home?limit=40"))
    return LinkHeader(of: HTTPResponse(status: 200, headers: headers, url: url))
  }

  @Test func `next and previous are read`() throws {
    let links = try links(
      "<https://timeline.example/api/v1/favourites?limit=2&max_id=7>; rel=\"next\", "
        + "<https://timeline.example/api/v1/favourites?min_id=9>; rel=\"prev\"")
    #expect(links.next?.absoluteString == "https://timeline.example/api/v1/favourites?limit=2&max_id=7")
    #expect(links.previous?.query == [.init("min_id", "9")])
  }

  @Test(arguments: [
    "<?max_id=1>;rel=next", "</a?max_id=1> ; REL = Next ; title=\"a, <b>; rel=\\\"prev\\\"\"",
    "<x>; rel=\"other  next\"", "<a>; rel=stylesheet, <b>;;rel=next", "junk <a>; rel=next",
    "<a>; foo; rel='x'; rel=y, <b>; rel=next",
    "<a>; rel=prev <b>; rel=next",
  ])
  func `valid and harmless forms are read`(value: String) throws {
    #expect(try links(value).next != nil)
  }

  @Test(arguments: [
    "", "<", "<a", "<a>", "a; rel=next", "<a>; rel", "<a>; rel=\"", "<a>; rel=\"nex\"",
    "<ftp://timeline.example/>; rel=next", "<https://u:p@timeline.example/>; rel=next", "<a b>; rel=next",
    "<a\u{1B}[2J>; rel=next", "<a>; rel=next; anchor=\"/b\"", "<a>; anchor=x; rel=next",
    "<" + String(repeating: "a", count: 20_000) + ">; rel=next",
  ])
  func `invalid links are ignored`(value: String) throws {
    #expect(try links(value).next == nil)
  }

  @Test func `endless links end`() throws {
    let links = try links(String(repeating: "<a>; rel=x,", count: 1000) + "<b>; rel=next")
    #expect(links.links.count <= 36)
  }

  @Test func `several fields are combined`() throws {
    let links = try links("<a>; rel=next", "<b>; rel=prev")
    #expect(links.next?.path == "/api/v1/timelines/a")
    #expect(links.previous?.path == "/api/v1/timelines/b")
  }

  @Test func `a link over HTTP of a server behind a proxy is one over HTTPS`() throws {
    let links = try links("<http://timeline.example/api/v1/timelines/home?max_id=7>; rel=next")
    #expect(links.next?.absoluteString == "https://timeline.example/api/v1/timelines/home?max_id=7")
  }
}
