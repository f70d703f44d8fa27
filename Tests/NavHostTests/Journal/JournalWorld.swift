import NavBase
import NavEngine
import NavScene
import NavTestKit
import NavWire
import Testing

@testable import NavHost

/// A daemon with one session, whose workers answer at once: with pages that follow from their paths alone.
struct JournalWorld: ~Copyable {
  var daemon = SteppedDaemon()
  private var client = Client(seed: 5)
  private let content: SessionContent
  /// The viewers, by their sizes.
  private(set) var viewers: [(size: CellSize, client: Client, attached: Reply.Attached)] = []
  private var gestures: UInt64 = 0

  static let sizes = [
    CellSize(columns: 80, rows: 24), CellSize(columns: 200, rows: 60),
    CellSize(columns: 40, rows: 12),
  ]

  /// - Parameters:
  ///   - content: the content of the session.
  ///   - sizes: the sizes of its viewers.
  init(_ content: SessionContent, viewers sizes: [CellSize] = []) throws {
    self.content = content
    try daemon.open("talk", .tree(path: "/tree"), content, by: Client(seed: 77))
    for (number, size) in sizes.enumerated() {
      var viewer = Client(seed: UInt64(100 + number))
      let joined = try daemon.join(&viewer, to: "talk", size.columns, size.rows)
      viewers.append((size, viewer, joined.attached))
    }
    _ = try work()
  }

  /// Ends turns until no worker has anything to do.
  mutating func work() throws -> [Reply] {
    var replies: [Reply] = []
    while true {
      let turn = try daemon.turn()
      replies += turn.replies
      var isIdle = true
      for action in turn.requests {
        switch action {
        case .loadPage(let ticket, _, let request):
          daemon.finishLoading(ticket, page: .success(Self.page(request)))
        case .reload(let reload):
          let read = try ReloadedContent(content, for: reload) { request in
            PreparedPage(
              .page(Self.page(request)),
              availableSizes: request.availableSizes
            )
          }
          daemon.finishReload(reload, .success(read))
        case .collect(let ticket, _, _):
          daemon.core.collected(ticket: ticket, .success(Self.collected), at: daemon.now)
        default:
          guard SimulatedResult(of: action) != nil else { continue }
          daemon.finish(action)
        }
        isIdle = false
      }
      if isIdle { return replies }
    }
  }

  /// A list or a text, as its path says.
  private static func page(_ request: PageRequest) -> PageContent {
    let name = String(decoding: request.path.split(separator: 0x2F).last ?? [], as: UTF8.self)
    guard name.hasSuffix("c") || name.hasSuffix("3") else { return SteppedDaemon.list(name) }
    let lines = (0..<70).map { "line \($0) of \(name)" }
    return PageContent(name, [.code(language: "", lines: lines)])
  }

  /// The file of the content, which has no bytes of its own here.
  static let file = Array("# one\n\n---\n\n# two\n".utf8)
  static let hash = ContentHash(Array(repeating: 7, count: ContentHash.byteCount))

  static var collected: CollectedContent {
    guard let hash else { preconditionFailure("cannot make a hash") }
    return CollectedContent(
      .tour(command: ""),
      files: [BundleFile(path: "talk.md", size: file.count, hash: hash)],
      bytes: [hash: file]
    )
  }

  // MARK: Requests

  mutating func ask(_ body: Request.Body) throws -> Reply.Body {
    let request = client.request(body)
    daemon.send(request)
    let replies = try work().filter { $0.id == request.id && $0.client == request.client }
    try demand(replies.count == 1, "\(replies)")
    return replies[0].body
  }

  /// Has a viewer send an input; without viewers, a script.
  @discardableResult
  mutating func act(_ action: SessionAction, by viewer: Int = 0) throws -> Reply.Body {
    guard viewers.indices.contains(viewer) else {
      return try ask(
        .input(Request.Input(session: .name("talk"), action: action))
      )
    }
    let input = Request.Input(
      session: .name("talk"),
      viewer: viewers[viewer].attached.viewer,
      action: action
    )
    let request = viewers[viewer].client.operation(.input(input))
    daemon.send(request)
    let replies = try work().filter { $0.id == request.id && $0.client == request.client }
    try demand(replies.count == 1, "\(replies)")
    return replies[0].body
  }

  /// Carries out steps of a journal, as many as one request may have at a time.
  mutating func replay(_ steps: [RecordedStep]) throws {
    for first in stride(from: 0, to: steps.count, by: Request.Input.maximumSteps) {
      let part = Array(steps[first...].prefix(Request.Input.maximumSteps))
      let reply = try act(.replay(part))
      try demand(reply.isAccepted, "\(reply)")
    }
  }

  mutating func journal(
    since position: Request.Journal.Position? = nil,
    records: Bool = false,
    names: Bool = false
  ) throws -> Reply.JournalPart {
    let body = try ask(
      .journal(
        Request.Journal(.name("talk"), since: position, records: records, names: names)
      )
    )
    guard case .journal(let part) = body else { throw SteppedDaemon.Refused(body: body) }
    return part
  }

  // MARK: Scenes

  /// What a size shows at rest.
  mutating func scene(in size: CellSize) throws -> Scene {
    let body = try ask(.takeSnapshot(.name("talk"), size))
    guard case .snapshot(_, _, var scene, _) = body else {
      throw SteppedDaemon.Refused(body: body)
    }
    scene.viewers = 0
    return scene
  }

  /// What each size shows at rest.
  mutating func scenes() throws -> [Scene] {
    var scenes: [Scene] = []
    for size in Self.sizes { scenes.append(try scene(in: size)) }
    return scenes
  }

  /// Lets a random viewer do something.
  mutating func step(_ random: inout SplitMix64) throws {
    let viewer = random.int(in: 0...max(0, viewers.count - 1))
    let action: SessionAction
    switch random.int(in: 0...9) {
    case 0:
      let names: [String] = [
        "Right", "Left", "Down", "Up", "Enter", "Space", "G", "g", "2", "n", "Tab", "h",
      ]
      let keys = (0...random.int(in: 0...2)).compactMap { _ in Key(name: random.pick(names)) }
      action = .keys(keys)
    case 1, 2, 3:
      let size = viewers.isEmpty ? .standardTerminal : viewers[viewer].size
      let containers = try scene(in: size).containers.map(\.id)
      guard !containers.isEmpty else { return }
      let container = random.pick(containers)
      if random.oneIn(2) {
        action = .tap(container, row: random.oneIn(3) ? nil : random.int(in: 0...5))
      } else {
        gestures += 1
        let pan = Pan(
          gesture: gestures,
          container: container,
          axis: random.oneIn(2) ? .horizontal : .vertical,
          translation: random.int(in: -60...60)
        )
        action = .release(PanEnd(pan, velocity: Double(random.int(in: -80...80))))
      }
    default:
      let commands: [SessionCommand] = [
        .forward, .back, .lineDown, .lineUp, .screenDown, .screenUp, .first, .last,
        .goTo(random.int(in: 1...4)), .nextTab, .previousTab, .tab(2), .toggleAttachment,
        .nextPart, .search("line 1"), .search("2"), .search(""), .nextMatch, .previousMatch,
        .filter("a"), .filter(""), .root, .along(forward: true), .along(forward: false),
        .toggleWrap, .toggleBlank, .theme(.night), .view(.numbers(nil)), .view(.preview(nil)),
        .timeMark("here"), .sort(nil),
      ]
      action = .command(random.pick(commands))
    }
    try act(action, by: viewer)
    // Motions are over.
    daemon.pass(.seconds(3))
    for number in viewers.indices {
      let id = viewers[number].attached.viewer
      daemon.send(viewers[number].client.read(.alive(viewer: id)))
    }
    _ = try work()
  }
}
