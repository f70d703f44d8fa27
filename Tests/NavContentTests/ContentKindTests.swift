import NavBase
import Testing

@testable import NavContent

@Suite("The kinds of content")
struct ContentKindTests {
  @Test("an ending belongs to one kind, and a name to one option")
  func distinct() {
    let endings = PathKind.allCases.flatMap(\.traits.endings)
    #expect(Set(endings).count == endings.count)
    for ending in endings { #expect(ending == ending.lowercased() && !ending.contains(".")) }
    let options =
      PathKind.allCases.compactMap(\.traits.option) + CommandLine.Kind.allCases.map(\.option)
    #expect(Set(options.map(\.name)).count == options.count)
    let checks = PathKind.allCases.compactMap(\.lint?.name)
    #expect(Set(checks).count == checks.count)
  }

  @Test("the order of directories is kept where there are any, and not where it is the default")
  func orders() {
    let order = TreeOrder(showsHidden: true, sort: .time)
    #expect(ContentSpec.tree(path: "/a", order: .standard) == .tree(path: "/a"))
    #expect(ContentSpec.scene(path: "/a", order: .standard) != .scene(path: "/a"))
    for kind in PathKind.allCases {
      let content = ContentSpec.path(PathContent(kind, "/a")).ordered(order)
      #expect(content.showsHidden == content.hasTrees, "\(kind)")
      #expect(content == .path(PathContent(kind, "/a", order: kind.traits.hasTrees ? order : nil)))
    }
  }

  @Test(
    "tags of HTML: the first attribute of a name counts, quotation marks may be left out",
    arguments: [
      ("<a href=x/y title='b c' ID>", ["href": "x/y", "title": "b c", "id": ""]),
      ("<img src = \"a>b\" src=c/>", ["src": "a>b"]), ("<br/>", [:]),
      ("<a =x b>", ["": "x", "b": ""]),
      ("<a b='c>", ["b": "c"]), ("<!-- a -->", nil), ("<a", nil),
    ] as [(String, [String: String]?)]
  )
  func attributes(html: String, attributes: [String: String]?) {
    #expect(HTMLTag(html)?.attributes == attributes)
  }
}
