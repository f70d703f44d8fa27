import NavBase
import NavScene
import NavTestKit
import NavWire
import Testing

@Suite("Bytes of other implementations and later versions")
struct ForeignBytesTests {
  private let client = [UInt8](repeating: 7, count: 16)

  @Test("a request written by hand, field by field")
  func handWrittenRequest() throws {
    let message: ForeignMessage = [
      1: 42, 2: .data(client), 3: 9,
      13: [1: [2: "talk"], 3: [1: 100, 2: 40], 4: [1: 8, 2: 12]],
    ]
    let input = Request.Input(
      session: .name("talk"),
      viewport: CellSize(columns: 100, rows: 40),
      action: .command(.goTo(12))
    )
    let expected = try Request(
      id: 42,
      client: #require(ClientID(client)),
      seq: 9,
      body: .input(input)
    )
    #expect(try Request(decoding: message.bytes) == expected)
  }

  /// An update written by hand; `more` adds to its timeline.
  private func update(_ more: ForeignMessage = [:]) -> [UInt8] {
    // The 5 is -3 in zigzag.
    let timeline: ForeignMessage = [
      2: 7, 3: [3: [1: 16, 2: 2, 4: 5, 17: "Title"]], 3: [1: 7, 5: 16],
    ]
    let message: ForeignMessage = [
      2: [1: 5, 2: [1: 3], 3: 4, 4: 2, 5: .fixed64(99), 6: .message(timeline + more)]
    ]
    return message.bytes
  }

  private let known = Timeline(
    last: 7,
    changes: [
      FramedChange(
        frame: 0,
        change: .container(
          ContainerID(rawValue: 16),
          ContainerChange(fields: [.kind: 2, .x: -3], texts: [.title: "Title"])
        )
      ),
      FramedChange(frame: 7, change: .removeContainer(ContainerID(rawValue: 16))),
    ]
  )

  private func timeline(of bytes: [UInt8]) throws -> Timeline? {
    guard case .update(let update) = try LayoutMessage(decoding: bytes) else { return nil }
    return update.timeline
  }

  @Test("an update written by hand, field by field")
  func handWrittenUpdate() throws {
    let expected = LayoutMessage.update(
      Update(
        epoch: 5,
        base: Update.Base(seq: 3, frame: 0),
        seq: 4,
        version: 2,
        hash: 99,
        timeline: known
      )
    )
    #expect(try LayoutMessage(decoding: update()) == expected)
  }

  /// Decodes a snapshot with a scene of one container written by hand.
  private func scene(_ container: ForeignMessage) throws -> Scene? {
    let message: ForeignMessage = [1: [5: [1: [1: 80], 2: .message(container)]]]
    guard case .snapshot(let snapshot) = try LayoutMessage(decoding: message.bytes) else {
      return nil
    }
    return snapshot.scene
  }

  @Test("a tab item written by hand; a badge role of a later version is kept as a neutral one")
  func handWrittenTabItem() throws {
    for (role, known) in [(0, .neutral), (4, .alert), (5, .neutral), (255, .neutral)]
      as [(Int, TabBadge.Role)]
    {
      var item = Container(id: ContainerID(rawValue: 9), kind: .tabItem, frame: .zero)
      item.title = "Mail"
      item.isSelected = true
      item.badge = "99+"
      item.badgeRoleNumber = role
      let read = try scene(
        [1: 9, 2: 7, 17: "Mail", 22: 1, 23: "99+", 24: .varint(UInt64(role))]
      )
      #expect(read?.containers == [item])
      #expect(read?.containers.first?.badgeRole == known)
    }
  }

  @Test("a focus of a later version means no keys, and is hashed as it came")
  func laterFocus() throws {
    let message: ForeignMessage = [1: [5: [1: [4: 200]]]]
    guard case .snapshot(let snapshot) = try LayoutMessage(decoding: message.bytes) else {
      Issue.record("no snapshot")
      return
    }
    var scene = Scene(viewport: .zero)
    #expect(snapshot.scene.focusKind == .none)
    #expect(snapshot.scene.digest != scene.digest)
    let isSet = scene.set(.focusKind, to: 200)
    #expect(isSet && snapshot.scene == scene)
  }

  @Test("a track of container 0 moves the root")
  func rootTrack() throws {
    let bytes = update(
      ForeignMessage([5, 6, 12, 40].map { (4, [2: .varint($0), 3: [4, 3]]) })
    )
    var expected = known
    expected.tracks = [DeltaTrack(root: .viewers, deltas: [2, -2])]
    let read = try #require(try timeline(of: bytes))
    #expect(read == expected)
    var scene = Scene(viewport: .zero)
    scene.viewers = 7
    let playback = try Playback(read, from: HashedScene(scene), startedAt: .zero)
    let viewers = try (0...3).map { try playback.scene(atFrame: $0).scene.viewers }
    #expect(viewers == [7, 9, 7, 7])
    let moved = try playback.scene(atFrame: 1)
    #expect(moved == HashedScene(moved.scene))
  }

  @Test("fields of another type, and groups, are skipped as unknown ones")
  func otherTypes() throws {
    let page = Container(id: ContainerID(rawValue: 9), kind: .page, frame: .zero)
    // A number as text, a text as a number, a group with a group inside, numbers of four and eight bytes.
    let groups: [UInt8] = [0xA3, 0x06, 0x08, 0x05, 0xAB, 0x06, 0xAC, 0x06, 0xA4, 0x06]
    let read = try scene(
      [1: 9, 4: "x", 17: 3] + ForeignMessage(bytes: groups + [0xA5, 0x06, 1, 2, 3, 4])
        + [100: .fixed64(1)]
    )
    #expect(read?.containers == [page])
    for bytes in [
      [0xA3, 0x06], [0xA3, 0x06, 0xAC, 0x06], [0xA4, 0x06], [0xA6, 0x06], [0x00, 0x00],
    ]
      as [[UInt8]]
    {
      #expect(throws: WireError.self) { try scene(ForeignMessage(bytes: bytes)) }
    }
  }

  @Test("repeated numbers may come one by one")
  func unpackedNumbers() throws {
    let bytes = update([4: [1: 16, 2: 4, 3: 4, 3: [3, 1], 3: 0]])
    let track = DeltaTrack(container: ContainerID(rawValue: 16), field: .x, deltas: [2, -2, -1, 0])
    #expect(try timeline(of: bytes)?.tracks == [track])
  }

  @Test("a tab bar written by hand")
  func handWrittenTabBar() throws {
    var bar = Container(id: ContainerID(rawValue: 9), kind: .tabBar, frame: .zero)
    bar.hiddenAbove = 2
    bar.hiddenBelow = 300
    let read = try scene([1: 9, 2: 6, 25: 2, 26: 300])
    #expect(read?.containers == [bar])
  }

  @Test("a container of no kind, and a badge role of more than one byte, are refused")
  func badTabFields() {
    // A negative enumeration is encoded as ten bytes.
    for (field, value) in [(2, 0), (2, 16), (24, 256), (24, UInt64.max), (30, 256)]
      as [(Int, UInt64)]
    {
      #expect(throws: WireError.self, "\(field) \(value)") {
        try scene([1: 9, 2: 7, field: .varint(value)])
      }
    }
  }

  @Test("a change without a number happens in the first frame of its timeline")
  func changesWithoutNumber() throws {
    let message: ForeignMessage = [2: [6: [1: 5, 2: 9, 3: [5: 16], 3: [1: 7, 5: 17]]]]
    let expected = Timeline(
      first: 5,
      last: 9,
      changes: [
        FramedChange(frame: 5, change: .removeContainer(ContainerID(rawValue: 16))),
        FramedChange(frame: 7, change: .removeContainer(ContainerID(rawValue: 17))),
      ]
    )
    #expect(try timeline(of: message.bytes) == expected)
  }

  @Test("changes of an unknown kind and tracks of unknown fields are ignored")
  func unknownChanges() throws {
    let bytes = update([
      3: [1: 7, 60: [1: "something new"]], 3: [:],
      4: [1: 16, 2: 200, 3: [2, 2]], 4: [1: 16, 2: 17, 3: [2, 2]],
    ])
    #expect(try timeline(of: bytes) == known)
  }

  @Test("unknown fields are ignored in every message")
  func unknownFields() throws {
    let unknown = ([500: 1, 501: "new", 502: .fixed64(3)] as ForeignMessage).bytes
    try forSeeds(0..<200) { generator in
      let request = generator.request()
      try demand(Request(decoding: request.encoded() + unknown) == request)
      let reply = generator.reply()
      try demand(Reply(decoding: reply.encoded() + unknown) == reply)
      let message = generator.layoutMessage()
      try demand(LayoutMessage(decoding: message.encoded() + unknown) == message)
    }
    let inside = update([900: "new"])
    #expect(try timeline(of: inside) == known)
  }

  @Test("unknown roles are plain, unknown Bye reasons mean: reconnect")
  func unknownValues() throws {
    // One run and a box: no indent, a fill of role 77; five bytes of role 100.
    let rows = rows("Hello\n", looks: [3, 0, 77, 5, 200, 1])
    // Shown as plain, and hashed as received.
    var row = TextRow("Hello", runs: [StyledRun(length: 5, style: .plain)])
    row.runs[0].style.roleCode = 100
    row.fillCode = 77
    #expect(row.runs[0].style.role == .plain && row.fill == .plain)
    let changes = try timeline(of: rows)?.changes.map(\.change)
    #expect(changes?.last == .rows(ContainerID(rawValue: 16), first: 0, [row]))
    let bye: ForeignMessage = [4: [1: 9]]
    #expect(try LayoutMessage(decoding: bye.bytes) == .bye(Bye(reason: .daemonStops, text: "")))
    let failure: ForeignMessage = [10: [1: 99]]
    #expect(try Reply(decoding: failure.bytes).body == .failure(Reply.Failure(.unknown, "")))
  }

  @Test("messages of an unknown kind are an error that names the older side")
  func unknownBodies() {
    let future = ([2: .data(client), 90: [:]] as ForeignMessage).bytes
    #expect(throws: WireError.self) { try Request(decoding: future) }
    #expect(throws: WireError.self) { try Reply(decoding: future) }
    #expect(throws: WireError.self) { try LayoutMessage(decoding: future) }
    #expect(throws: WireError.self) { try LayoutMessage(decoding: []) }
  }

  /// An update that sets rows of container 16.
  private func rows(
    _ text: String,
    looks: [UInt8] = [],
    links: [String] = [],
    windows: [UInt8] = []
  ) -> [UInt8] {
    let rows: ForeignMessage =
      [1: 16, 3: .text(text), 4: .data(looks)] + ForeignMessage(links.map { (5, .text($0)) })
      + [6: .data(windows)]
    return update([3: [4: .message(rows)]])
  }

  @Test("windows written by hand: ranges of rows, and none at the end")
  func handWrittenWindows() throws {
    let bytes = rows(
      "plain\n 1 long\n 2 longer\nab\u{e9}cd\nlast\n",
      windows: [1, 0, 2, 1, 3, 0, 5, 1, 2, 0, 2, 9, 2, 3, 9]
    )
    let expected = [
      TextRow("plain"), TextRow(" 1 long", windows: [RowWindow(start: 3, length: 4, columns: 5)]),
      TextRow(" 2 longer", windows: [RowWindow(start: 3, length: 6, columns: 5)]),
      TextRow(
        "ab\u{e9}cd",
        windows: [
          RowWindow(start: 0, length: 2, columns: 9), RowWindow(start: 2, length: 3, columns: 9),
        ]
      ),
      TextRow("last"),
    ]
    let changes = try timeline(of: bytes)?.changes.map(\.change)
    #expect(changes?.last == .rows(ContainerID(rawValue: 16), first: 0, expected))
  }

  @Test(
    "windows that do not fit their rows are refused",
    arguments: [
      [1], [1, 1, 0, 0], [3, 1, 0, 0, 5], [1, 1, 9, 0, 5], [1, 1, 0, 9, 5], [1, 1, 0, 2, 0],
      [1, 1, 2, 2, 5], [1, 2, 2, 0, 5, 0, 1, 5], [0, 0], [1, 1, 0, 0, 0xE9, 7],
      [1, 255, 255, 255, 255, 15, 0, 0, 5],
    ] as [[UInt8]]
  )
  func badWindows(windows: [UInt8]) {
    // Three bytes are two characters: a window can't begin inside of one.
    #expect(throws: WireError.self) { try timeline(of: rows("a\u{e9}b\nx\n", windows: windows)) }
  }

  @Test("rows written by hand: plain ones, styled ones, gaps, empty runs, boxes")
  func handWrittenRows() throws {
    let bytes = rows(
      "one\nHi\u{e9} 7 B\n\nlast\n",
      // A plain row; two runs and a gap of 9; an empty row with a box and a run of no bytes.
      looks: [0, 6, 4, 2, 0, 9, 4, 3 + 26, 1, 1, 3, 5, 14, 0, 0, 30],
      links: ["https://a"]
    )
    let link = TextStyle(role: .muted, attributes: .bold, link: "https://a")
    let expected = [
      TextRow("one"),
      TextRow(
        "Hi\u{e9}          7 B",
        runs: [
          StyledRun(length: 4, style: TextStyle(role: .heading1)),
          StyledRun(length: 9, style: .plain), StyledRun(length: 4, style: link),
        ]
      ),
      TextRow(
        "",
        runs: [StyledRun(length: 0, style: TextStyle(role: .error))],
        indent: 5,
        fill: .muted
      ),
      TextRow("last"),
    ]
    let changes = try timeline(of: bytes)?.changes.map(\.change)
    #expect(changes?.last == .rows(ContainerID(rawValue: 16), first: 0, expected))
  }

  @Test("colours follow the address; roles and colours of later versions are kept or dropped")
  func handWrittenColours() throws {
    // The lengths, roles, attributes with their flags (256, 512), addresses, and colours.
    let red: [UInt8] = [2, 1, 0x80 | 64, 2, 0, 9]
    let both: [UInt8] = [2, 15, 0x80, 6, 0, 0xCC, 0x85, 0x8C, 0x08, 0xFF, 1]
    let later: [UInt8] = [2, 0xC9, 3, 0x80, 2, 0, 0x80, 2]
    let bytes = rows("ababab\n", looks: [6] + red + both + later)
    let pair = TextStyle(
      role: .codeBlock,
      foreground: .rgb(0x03, 0x02, 0xCC),
      background: .indexed(255)
    )
    var unknown = TextStyle()
    unknown.roleCode = 228
    #expect(unknown.role == .plain)
    let expected = TextRow(
      "ababab",
      runs: [
        StyledRun(length: 2, style: TextStyle(attributes: .dim, foreground: .indexed(9))),
        StyledRun(length: 2, style: pair), StyledRun(length: 2, style: unknown),
      ]
    )
    let changes = try timeline(of: bytes)?.changes.map(\.change)
    #expect(changes?.last == .rows(ContainerID(rawValue: 16), first: 0, [expected]))
  }

  @Test(
    "rows with invalid styles are refused",
    arguments: [
      // Longer than the text; without a style; without attributes; with a missing address.
      [2, 3, 0], [4, 1, 2, 2, 4], [2, 1], [2, 1, 3], [2, 1, 3, 0], [2, 1, 3, 0, 1],
      // Without the content that the head announces; an invalid box; an impossible indent or gap. With flags of missing
      // colours.
      [2, 1, 1, 0x80, 2, 0], [2, 1, 1, 0x80, 6, 0, 1],
      [2], [1], [1, 5], [1, 0xE9, 0x07, 0], [2, 0], [2, 0, 0], [2, 0, 0x81, 0x20],
      // Of more rows than there are.
      [0, 0],
    ] as [[UInt8]]
  )
  func badLooks(_ looks: [UInt8]) {
    #expect(throws: WireError.self) { try LayoutMessage(decoding: rows("Hi\n", looks: looks)) }
  }

  @Test(
    "invalid texts of rows are refused",
    arguments: [("Hi", [0]), ("", [0]), ("\u{e9}\n", [2, 1, 0])]
  )
  func badTexts(_ text: String, looks: [UInt8]) {
    #expect(throws: WireError.self) { try LayoutMessage(decoding: rows(text, looks: looks)) }
  }

  @Test("a gap is as wide as the widest row at most")
  func widestGap() throws {
    // 4,096 blanks, and one more, as varints.
    let bytes = { (last: UInt8) in rows("x\n", looks: [2, 0, last, 0x20]) }
    #expect(throws: Never.self) { try LayoutMessage(decoding: bytes(0x80)) }
    #expect(throws: WireError.self) { try LayoutMessage(decoding: bytes(0x81)) }
  }
}
