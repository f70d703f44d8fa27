import Foundation
import NavBase
import NavScene
import NavTestKit
import Testing

@Suite("Pictures that a page names") struct PlacedPictureTests {
  private static let name = String(repeating: "0a", count: 16)

  private static func page(_ text: String = "") -> Container {
    var page = Container(1, .page, CellRect(0, 0, 9, 9))
    page[.pictures] = text
    return page
  }

  @Test("a line for each picture, whatever its description says")
  func lines() throws {
    let id = try #require(PictureID(Self.name))
    let texts = ["", "a plan (a.png)", " two  blanks ", "1 2 3", "ä\u{301}"]
    let pictures = texts.enumerated().map { number, text in
      PlacedPicture(
        id,
        row: number,
        column: 0,
        size: (6 + number, 3),
        natural: (640, 1),
        text: text
      )
    }
    var page = Self.page()
    page.pictures = pictures
    #expect(page.pictures == pictures)
    let line = "\(Self.name) 1 0 7 3 640 1 a plan (a.png)"
    #expect(page[.pictures].split(separator: "\n")[1] == line)
    page.pictures = Array(repeating: pictures[1], count: Limits.pictures + 1)
    #expect(page.pictures.count == Limits.pictures)
  }

  @Test(
    "lines of another form are left out",
    arguments: [
      "", "x", "NAME", "NAME 0 0 6 3 640 1", "NAME 0 0 6 3 640 x a", "NAME -1 0 6 3 640 1 a",
      "NAME 0 0 0 3 640 1 a", "NAME 0 0 1001 3 640 1 a", "NAME 0 0 6 501 640 1 a",
      "NAME 0 0 6 3 0 1 a", "NAME 99999999999999 0 6 3 1 1 a", "NAMEa 0 0 6 3 640 1 a",
      " NAME 0 0 6 3 640 1 a", "NAME  0 0 6 3 640 1 a",
    ]
  )
  func otherForms(line: String) {
    let bad = line.replacingOccurrences(of: "NAME", with: Self.name)
    let good = "\(Self.name) 0 0 6 3 640 1 a"
    #expect(Self.page("\(bad)\n\(good)\n\(bad)").pictures.map(\.text) == ["a"])
    let many = Array(repeating: good, count: 1_000).joined(separator: "\n")
    #expect(Self.page(many).pictures.count == Limits.pictures)
  }

  @Test("they count in no hash")
  func hash() {
    var scenes = ["", "\(Self.name) 0 0 6 3 640 1 a"].map { text in
      var scene = Scene(viewport: .standardTerminal)
      scene.insert(Self.page(text))
      return scene
    }
    #expect(scenes[0] != scenes[1])
    #expect(HashedScene(scenes[0]).hash == HashedScene(scenes[1]).hash)
    scenes[1].viewers = 2
    #expect(HashedScene(scenes[0]).hash != HashedScene(scenes[1]).hash)
  }
}
