import Foundation
import NavBase
import NavScene
import NavTestKit
import Testing

@testable import NavClient
@testable import NavViewer

/// The output of `snapshot`.
@Suite struct ScreenCaptureTests {
  private static let size = CellSize(columns: 24, rows: 5)

  /// A pager with one page and its page control.
  private static let scene: Scene = {
    var scene = Scene(viewport: size, of: SessionFacts(name: "talk", viewers: 2))
    let (pager, page, dots) = (id(1), id(2), id(3))
    scene.focus = pager
    scene.focusKind = .pager
    scene.insert(
      Container(id: pager, kind: .pager, frame: CellRect(x: 0, y: 0, width: 24, height: 3))
    )
    var text = Container(page, .page, in: pager, CellRect(0, 0, 24, 3))
    text.title = "Café"
    text.overlay = 38
    text.content = CellRect(x: 2, y: 1, width: 20, height: 2)
    text.rows.set(
      [
        TextRow(
          "Café",
          runs: [StyledRun(length: 5, style: TextStyle(role: .heading1, attributes: .bold))]
        ),
        TextRow(
          "go there",
          runs: [
            StyledRun(length: 3, style: .plain),
            StyledRun(length: 5, style: TextStyle(role: .link, link: "https://x.org/")),
          ],
          indent: 1,
          fill: .codeBlock
        ),
      ],
      at: 0
    )
    scene.insert(text)
    var control = Container(dots, .pageControl, CellRect(0, 3, 24, 1))
    control.pageCount = 3
    control.currentPage = 1
    scene.insert(control)
    return scene
  }()

  private static func id(_ number: UInt32) -> ContainerID { ContainerID(rawValue: number) }

  private static func capture(_ size: CellSize, of scene: Scene = scene) -> ScreenCapture {
    ScreenCapture(session: "talk", version: 12, scene: scene, size: size)
  }

  @Test(
    arguments: [
      size, CellSize(columns: 10, rows: 3), CellSize(columns: 9, rows: 3),
      CellSize(columns: 10, rows: 2), CellSize(columns: 1, rows: 1),
      CellSize(columns: 80, rows: 24),
    ]
  )
  func theTextIsWhatAViewerShows(size: CellSize) {
    let capture = Self.capture(size)
    let screen = Screen(
      session: "talk",
      invitation: Invitation.command(joining: "talk"),
      scene: Self.scene,
      size: size
    )
    #expect(capture.lines == screen.textLines)
    #expect(capture.lines.count == size.rows)
    // Without its style sequences, a styled line is the text; a bar is visible by reversed colours.
    for (line, text) in zip(capture.sgrLines(depth: .truecolor), capture.lines) {
      let plain = line.replacing(/\e\]8;;[^\e]*\e\\|\e\[[0-9;]*m/, with: "")
      #expect(plain.hasPrefix(text))
      #expect(plain.dropFirst(text.count).allSatisfy { $0 == " " })
      #expect(!plain.contains("\u{1B}"))
    }
  }

  @Test func coloursAndLinks() {
    let capture = Self.capture(Self.size)
    let full = capture.sgrLines(depth: .truecolor).joined(separator: "\n")
    #expect(full.contains("38;2;"))
    #expect(full.contains(/\e\]8;;https:\/\/x\.org\/\e\\(\e\[[0-9;]*m)?there\e\]8;;\e\\/))
    let few = capture.sgrLines(color: .palette16).joined(separator: "\n")
    #expect(few.contains("\u{1B}[") && !few.contains("38;"))
    let none = capture.sgrLines(color: .never).joined(separator: "\n")
    #expect(none.contains(/\e\[[0-9;]*1/))
    #expect(!none.contains(/\e\[[0-9;]*[349][0-7]m/))
  }

  /// A picture does not depend on the output or the terminal, only on the options.
  @Test func aPicture() {
    let capture = Self.capture(Self.size)
    func fills(_ color: ColorChoice) -> Int {
      let svg = capture.svgLines(color: color).joined(separator: "\n")
      #expect(svg.hasPrefix("<svg ") && svg.hasSuffix("</svg>"))
      #expect(svg.contains(">Caf</text>") && svg.contains(#"<a href="https://x.org/">"#))
      return Set(svg.matches(of: /fill="#([0-9a-f]{6})"/).map(\.output.1)).count
    }
    // Without colours a picture has only foreground and background, swapped in the status line.
    #expect(fills(.never) <= 3)
    #expect(fills(.auto) > 5)
    #expect(fills(.auto) == fills(.always))
    #expect(capture.svgLines(color: .palette16) != capture.svgLines(color: .palette256))
  }

  @Test("a picture has the colours of its theme, on the theme's background")
  func themes() {
    let capture = Self.capture(Self.size)
    for (theme, paper, heading) in [
      (Theme.dark, "#11151a", "38;2;108"), (.light, "#ffffff", "38;2;10;85"),
    ] {
      let svg = capture.svgLines(color: .auto, theme: theme).joined(separator: "\n")
      #expect(svg.contains(paper))
      let lines = capture.sgrLines(depth: .truecolor, theme: theme).joined(separator: "\n")
      #expect(lines.contains("48;2;") && lines.contains(heading), "\(lines)")
    }
    #expect(Theme.dark.appearance == .dark && Theme.light.appearance == .light)
    var theme = Theme.dark
    theme.paper = RGB(0, 0, 0)
    #expect(theme.appearance == .dark)
  }

  @Test func theSceneAsJSON() throws {
    #expect(
      try Self.capture(Self.size).json()
        == #"{"containers":[{"content":{"height":0,"width":0,"x":0,"y":0},"current_page":0,"#
        + #""frame":{"height":3,"width":24,"x":0,"y":0},"header_height":0,"hidden":false,"id":1,"#
        + #""kind":"pager","overlay":0,"page_count":0,"parent":null,"rows":[],"#
        + #""scroll":{"x":0,"y":0},"selection":null,"title":"","z":0},"#
        + #"{"content":{"height":2,"width":20,"x":2,"y":1},"current_page":0,"#
        + #""frame":{"height":3,"width":24,"x":0,"y":0},"header_height":0,"hidden":false,"id":2,"#
        + #""indicator_hidden":false,"kind":"page","mirrored":false,"overlay":0.149,"page_count":0,"parent":1,"#
        + #""pinned_row":null,"rows":["#
        + #"{"fill":"plain","indent":0,"index":0,"runs":[{"attributes":["bold"],"length":5,"#
        + #""link":null,"role":"heading.1","start":0}],"text":"Café"},"#
        + #"{"fill":"code.block","indent":1,"index":1,"runs":[{"attributes":[],"length":3,"#
        + #""link":null,"role":"plain","start":0},{"attributes":[],"length":5,"#
        + #""link":"https://x.org/","role":"link","start":3}],"text":"go there"}],"#
        + #""scroll":{"x":0,"y":0},"selection":null,"title":"Café","z":0},"#
        + #"{"content":{"height":0,"width":0,"x":0,"y":0},"current_page":1,"#
        + #""frame":{"height":1,"width":24,"x":0,"y":3},"header_height":0,"hidden":false,"id":3,"#
        + #""kind":"page_control","overlay":0,"page_count":3,"parent":null,"rows":[],"#
        + #""scroll":{"x":0,"y":0},"selection":null,"title":"","z":0}],"#
        + #""focus":{"container":1,"kind":"pager"},"search":null,"session":"talk","#
        + #""size":{"columns":24,"rows":5},"stacks":[],"version":12,"viewers":2}"#
    )
  }

  @Test("D-14: JSON tells where a stack is, where it may be, its active page and the side")
  func stacksAsJSON() throws {
    let report = StackReport(
      stack: Self.id(1),
      offset: 28.5,
      target: 40,
      range: 0...40,
      active: Self.id(3),
      position: .right
    )
    let capture = ScreenCapture(
      session: "talk",
      version: 12,
      scene: Self.scene,
      stacks: [report],
      size: Self.size
    )
    let stack =
      #"{"active":3,"offset":28.5,"position":"right","range":[0,40],"stack":1,"target":40}"#
    #expect(try capture.json().contains("\"stacks\":[\(stack)]"))
  }

  @Test func tabsAsJSON() throws {
    var scene = Scene(viewport: Self.size)
    var bar = Container(2, .tabBar, CellRect(0, 0, 10, 4))
    bar.hiddenAbove = 1
    bar.hiddenBelow = 20
    scene.insert(bar)
    for (id, badge) in [(UInt32(5), "99+"), (6, "")] {
      var item = Container(ContainerID(rawValue: id), .tabItem, in: bar.id, CellRect(0, 0, 9, 3))
      item.title = "Library"
      item.isSelected = id == 5
      item.badge = badge
      item.badgeRole = .alert
      scene.insert(item)
    }
    let json = try Self.capture(Self.size, of: scene).json()
    #expect(
      json.contains(#""hidden":false,"hidden_above":1,"hidden_below":20,"id":2,"kind":"tab_bar""#)
    )
    #expect(json.contains(#"{"badge":"99+","badge_role":"alert","content""#))
    #expect(json.contains(#"{"badge":null,"badge_role":"alert","content""#))
    #expect(json.contains(#""selected":true,"selection":null,"title":"Library""#))
    #expect(json.contains(#""selected":false,"selection":null,"title":"Library""#))
  }

  @Test func anEmptySceneAsJSON() throws {
    let size = CellSize(columns: 1, rows: 1)
    #expect(
      try Self.capture(size, of: Scene(viewport: size)).json()
        == #"{"containers":[],"focus":{"container":null,"kind":"none"},"search":null,"session":"talk","#
        + #""size":{"columns":1,"rows":1},"stacks":[],"version":12,"viewers":0}"#
    )
  }

  private struct Read: Decodable {
    struct Container: Decodable {
      struct Row: Decodable {
        var index: Int
        var text: String
      }
      var overlay: Double
      var selection: Int?
      var rows: [Row]
    }
    var containers: [Container]
  }

  @Test(arguments: [(0, 0.0), (1, 0.004), (38, 0.149), (51, 0.2), (254, 0.996), (255, 1.0)])
  func overlaysSelectionsAndRowsOfLongPages(overlay: Int, expected: Double) throws {
    var scene = Scene(viewport: Self.size)
    var list = Container(Self.id(1), .page, CellRect(0, 0, 24, 4))
    list.overlay = overlay
    list.selection = 901
    list.rows.set([TextRow("a"), TextRow("b")], at: 0)
    list.rows.set([TextRow("c")], at: 900)
    scene.insert(list)
    let json = try Self.capture(Self.size, of: scene).json()
    let read = try JSONDecoder().decode(Read.self, from: Data(json.utf8))
    let container = try #require(read.containers.first)
    #expect(container.overlay == expected)
    #expect(container.selection == 901)
    #expect(container.rows.map(\.index) == [0, 1, 900])
    #expect(container.rows.map(\.text) == ["a", "b", "c"])
  }

  @Test func noTwoNamesAreTheSame() {
    #expect(Set(TextRole.allCases.map(\.name)).count == TextRole.allCases.count)
    #expect(Set(ContainerKind.allCases.map(\.name)).count == ContainerKind.allCases.count)
    #expect(Set(KeyFocus.allCases.map(\.name)).count == KeyFocus.allCases.count)
    #expect(
      TextAttributes(rawValue: 255).names
        == [
          "bold", "italic", "underline", "strikethrough", "found", "found.here", "dim", "inverse",
        ]
    )
  }
}
