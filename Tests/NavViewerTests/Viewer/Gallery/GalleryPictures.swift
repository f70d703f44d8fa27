import Foundation
import NavBase

@testable import NavViewer

/// The gallery as SVG files in a folder, with a page that shows them all.
struct GalleryPictures {
  let folder: URL

  /// The folder for pictures, if requested.
  static let folder = ProcessInfo.processInfo.environment["NAV_GALLERY"].map {
    URL(fileURLWithPath: $0)
  }

  /// One style of drawing a screen.
  private struct Manner: Sendable {
    let name: String
    let theme: Theme
    let colors: PictureColors
    var depth = ColorDepth.truecolor

    /// Fewer colours are drawn in one size only.
    func fits(_ size: CellSize) -> Bool { depth == .truecolor || size == .standardTerminal }
  }

  private static let manners = [
    Manner(name: "dark", theme: .dark, colors: .dark),
    Manner(name: "light", theme: .light, colors: .light),
    Manner(name: "dark-256", theme: .dark, colors: .dark, depth: .palette256),
    Manner(name: "dark-16", theme: .dark, colors: .dark, depth: .palette16),
    Manner(name: "dark-mono", theme: .dark, colors: .dark, depth: .mono),
    Manner(name: "light-256", theme: .light, colors: .light, depth: .palette256),
    Manner(name: "light-16", theme: .light, colors: .light, depth: .palette16),
  ]

  /// Draws a screen in every style.
  func draw(_ screen: Screen, of name: String) throws {
    for manner in Self.manners where manner.fits(screen.size) {
      let theme = ResolvedTheme(manner.theme, depth: manner.depth)
      let canvas = screen.canvas(in: theme)
      try write(
        canvas.svgLines(manner.colors).joined(separator: "\n") + "\n",
        to: Self.file(name, screen.size, manner)
      )
    }
  }

  func writeIndex() throws {
    try write(Self.index, to: "index.html")
  }

  private func write(_ text: String, to name: String) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(to: folder.appendingPathComponent(name))
  }

  private static func file(_ name: String, _ size: CellSize, _ manner: Manner) -> String {
    "\(name)-\(size)-\(manner.name).svg"
  }

  /// The HTML page: each exhibit with its pictures, the small sizes beside one another.
  static var index: String {
    let sections = Exhibit.all.map { exhibit in
      let pictures = Exhibit.sizes.flatMap { size in
        manners.filter { $0.fits(size) }.map { manner in
          let file = file(exhibit.name, size, manner)
          return #"<figure><a href="\#(file)"><img src="\#(file)" alt="\#(exhibit.name)"></a>"#
            + "<figcaption>\(size) \(manner.name)</figcaption></figure>"
        }
      }
      return "<h2>\(exhibit.name)</h2>\n<div>\n" + pictures.joined(separator: "\n") + "\n</div>\n"
    }
    return """
      <!doctype html>
      <meta charset="utf-8">
      <title>Screens of navclient</title>
      <style>
      body { font: 14px sans-serif; margin: 24px; background: #888e96; color: #101418 }
      div { display: flex; flex-wrap: wrap; gap: 16px; align-items: start }
      figure { margin: 0 }
      img { max-height: 320px; max-width: 720px }
      </style>
      <h1>Screens of navclient</h1>
      \(sections.joined())
      """
  }
}
