import Network
import Testing

@Suite struct HTTPAddressTests {
  @Test(arguments: [
    ("https://timeline.example", "https://timeline.example/"),
    ("HTTPS://Timeline.Example:443/a?b=c#d", "https://timeline.example/a?b=c"),
    ("https://timeline.example:8443", "https://timeline.example:8443/"),
    ("https://bücher.example/é?ü=ß", "https://xn--bcher-kva.example/%C3%A9?%C3%BC=%C3%9F"),
    ("https://timeline.example?a=1", "https://timeline.example/?a=1"),
    ("https://timeline.example/a/./b/../c/..", "https://timeline.example/a/"),
    ("https://timeline.example/../../etc/passwd", "https://timeline.example/etc/passwd"),
    ("https://timeline.example/a%2Fb%zz", "https://timeline.example/a%2Fb%25zz"),
    ("https://timeline.example/?a=b+c&d=e%26f&g&=h&&", "https://timeline.example/?a=b%20c&d=e%26f&g=&=h"),
    ("https://timeline.example/?a=%FF%zz", "https://timeline.example/?a=%EF%BF%BD%25zz"),
    ("https://[2001:DB8::1]:8443/x", "https://[2001:db8::1]:8443/x"),
    ("http://127.0.0.1:3000", "http://127.0.0.1:3000/"),
    ("http://127.255.0.3/", "http://127.255.0.3/"), ("http://localhost:80/", "http://localhost/"),
    ("http://[::1]:8080/", "http://[::1]:8080/"), ("https://10.0.0.1/", "https://10.0.0.1/"),
  ])
  func `addresses are parsed and written`(text: String, written: String) throws {
    let address = try #require(HTTPAddress(text))
    #expect(address.absoluteString == written)
    #expect(HTTPAddress(written) == address)
  }

  @Test(arguments: [
    "", "timeline.example", "https:", "https://", "https:///a", "https://:443/", "ftp://timeline.example/",
    "http://timeline.example/", "http://10.0.0.1/", "http://127.0.0.1.timeline.example/", "http://0x7f.1/",
    "http://localhost.timeline.example/", "http://[::2]/", "https://127.1/", "https://2130706433/",
    "https://0x7f000001/",
    "https://user@timeline.example/", "https://user:password@timeline.example/",
    "https://timeline.example@evil.example/",
    "https://timeline.example:0/", "https://timeline.example:65536/", "https://timeline.example:99999999999999999999/",
    "https://timeline.example:/", "https://timeline.example:-1/", "https://timeline.example:+1/", "https://[::1/",
    "https://[::1]x/", "https://[zz]/", "https://a..b/", "https://.a/", "https://a b.example/",
    "https://%65vil.example/",
    "https://evil.example\\@timeline.example/", "https://timeline.example/\r\nX-A: 1", "https://timeline.example/a b",
    "https://timeline.example/\u{0}", "https://time\u{200D}line.example/", "https://ｅvil.example/",
    "javascript:alert(1)",
    "https://" + String(repeating: "a", count: 64) + ".example/",
    "https://" + String(repeating: "a.", count: 130) + "b/",
    "https://timeline.example/" + String(repeating: "a", count: 8192),
  ])
  func `unsupported addresses are refused`(text: String) {
    #expect(HTTPAddress(text) == nil)
  }

  @Test(arguments: [
    "localhost", "localhost.", "a.localhost", "a.localhost.", "127.0.0.1", "127.9.9.9", "0.0.0.0", "0.1.2.3",
    "10.0.0.1",
    "172.16.0.1", "172.31.255.255", "192.168.1.1", "169.254.169.254", "100.64.0.1", "192.0.0.8", "198.18.0.1",
    "224.0.0.1", "255.255.255.255", "[::]", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[::ffff:0:0]",
    "[::127.0.0.1]", "[64:ff9b::7f00:1]", "[64:ff9b:1::1]", "[2002:7f00:1::]", "[fc00::1]", "[fdff::1]", "[fe80::1]",
    "[febf::1]", "[fec0::1]", "[ff02::1]", "[100::1]", "printer.local", "db.internal",
  ])
  func `local and private hosts are not public`(host: String) throws {
    let address = try #require(HTTPAddress("https://\(host)/"))
    #expect(!address.isPublic)
    #expect(HostPolicy.all.allows(address))
    #expect(!HostPolicy.publicNetwork(except: HTTPAddress("https://timeline.example")).allows(address))
    #expect(HostPolicy.publicNetwork(except: HTTPAddress("https://\(host):8443/")).allows(address))
  }

  @Test(arguments: [
    "timeline.example", "localhost.example", "11.0.0.1", "172.15.0.1", "172.32.0.1", "192.0.1.1", "192.169.0.1",
    "100.63.0.1", "100.128.0.1", "198.17.0.1", "223.255.255.255", "[2606:4700::1111]", "[::ffff:9.9.9.9]",
    "[64:ff9b::909:909]", "[2002:909:909::]",
  ])
  func `public hosts are public`(host: String) throws {
    let address = try #require(HTTPAddress("https://\(host)/"))
    #expect(address.isPublic)
    #expect(HostPolicy.publicNetwork(except: nil).allows(address))
  }

  @Test(arguments: [
    ("https://other.example/x", "https://other.example/x"), ("//other.example/x", "https://other.example/x"),
    ("/x?y=z", "https://timeline.example:8443/x?y=z"), ("x", "https://timeline.example:8443/a%20b/x"),
    ("../x", "https://timeline.example:8443/x"), ("?y=z", "https://timeline.example:8443/a%20b/c?y=z"),
    ("", "https://timeline.example:8443/a%20b/c?q=1"), ("#top", "https://timeline.example:8443/a%20b/c?q=1"),
    ("./a:b", "https://timeline.example:8443/a%20b/a:b"),
  ])
  func `references are resolved`(reference: String, written: String) throws {
    var base = try #require(HTTPAddress("https://timeline.example:8443/?q=1"))
    base.path = "/a b/c"
    #expect(base.resolving(reference)?.absoluteString == written)
  }

  @Test(arguments: ["http://timeline.example/", "http://127.0.0.1/", "ftp://x/", "x y", "/\r\nX", "a:b", "//u:p@x/"])
  func `unsupported references are refused`(reference: String) throws {
    let base = try #require(HTTPAddress("https://timeline.example/"))
    #expect(base.resolving(reference) == nil)
  }

  @Test func `paths and queries are escaped`() throws {
    var address = try #require(HTTPAddress("https://timeline.example"))
    address.path = "a\r\nHost: evil.example?#\u{0}é"
    address.query = [.init("a&b=", "\r\n #?&=+%")]
    #expect(
      address.absoluteString
        == "https://timeline.example/a%0D%0AHost:%20evil.example%3F%23%00%C3%A9?a%26b%3D=%0D%0A%20%23%3F%26%3D%2B%25")
    #expect(HTTPAddress(address.absoluteString)?.query == address.query)
  }

  @Test func `path segments are escaped`() throws {
    let server = try #require(HTTPAddress("https://timeline.example/anything?q=1"))
    let tag = server.at("api", "v1", "tags", "a/b?c#d%2F é", query: [.init("limit", "1")])
    #expect(tag.absoluteString == "https://timeline.example/api/v1/tags/a%2Fb%3Fc%23d%252F%20%C3%A9?limit=1")
    #expect(!server.at("a", "..", "b").absoluteString.contains("/../"))
    #expect(server.at().absoluteString == "https://timeline.example/")
  }

  @Test func `forms are escaped`() {
    let form = FormBody([.init("status", "1 + 1 = 2 & é\n"), .init("media_ids[]", "7")])
    #expect(
      String(decoding: form.bytes, as: UTF8.self) == "status=1%20%2B%201%20%3D%202%20%26%20%C3%A9%0A&media_ids%5B%5D=7")
  }
}
