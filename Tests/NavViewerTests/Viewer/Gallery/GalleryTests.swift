import NavBase
import NavTestKit
import Testing

@testable import NavViewer

/// Screens of every container and every overlay: recorded as characters and styles, and drawn as
/// pictures if `NAV_GALLERY` names a folder (`deploy/gallery`).
@Suite("Gallery")
struct GalleryTests {
  @Test("every exhibit in every size equals its recording", arguments: Exhibit.all.map(\.name))
  func recorded(name: String) throws {
    let exhibit = try #require(Exhibit.all.first { $0.name == name })
    let theme = ResolvedTheme(.dark, depth: .truecolor)
    var text = ""
    for size in Exhibit.sizes {
      let screen = try exhibit.screen(in: size)
      let canvas = screen.canvas(in: theme)
      text += "== \(name) in \(size)\n" + CanvasDrawing(canvas).text
      try GalleryPictures.folder.map { try GalleryPictures(folder: $0).draw(screen, of: name) }
    }
    try GoldenText().check(text, name: name)
  }

  @Test("the pictures' page contains every exhibit")
  func index() throws {
    let page = GalleryPictures.index
    for exhibit in Exhibit.all {
      #expect(page.contains("\(exhibit.name)-80x24-dark.svg"))
      #expect(page.contains("\(exhibit.name)-20x6-light.svg"))
    }
    try GalleryPictures.folder.map { try GalleryPictures(folder: $0).writeIndex() }
  }

  @Test("all names are unique")
  func names() {
    #expect(Set(Exhibit.all.map(\.name)).count == Exhibit.all.count)
  }
}
