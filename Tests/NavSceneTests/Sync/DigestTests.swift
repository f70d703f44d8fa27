import Foundation
import NavBase
import NavScene
import NavTestKit
import Testing

@Suite("The hash of a scene (scene.proto: HASH)")
struct DigestTests {
  /// The four worked examples, with the values in `scene.proto`.
  private static var examples: [(scene: Scene, hash: UInt64)] {
    var scene = Scene(viewport: CellSize(columns: 80, rows: 24))
    let first = scene
    let id = ContainerID(rawValue: 1)
    scene.insert(
      Container(id: id, kind: .pager, frame: CellRect(x: 0, y: 0, width: 80, height: 22))
    )
    let second = scene
    let bold = TextStyle(role: .heading1, attributes: .bold)
    scene[id]?.rows.set([TextRow("Hi", runs: [StyledRun(length: 2, style: bold)])], at: 0)
    var tabs = first
    var item = Container(id, .tabItem, CellRect(0, 0, 10, 3))
    item.title = "Mail"
    item.isSelected = true
    item.badge = "3"
    item.badgeRole = .alert
    tabs.insert(item)
    return [
      (first, 0x11f3_0af0_b041_d8dc), (second, 0x462e_90ab_5d17_695d),
      (scene, 0xa8f6_6f8b_a9bd_8528), (tabs, 0xb598_8036_ca12_a784),
    ]
  }

  @Test("the worked examples", arguments: 0..<4)
  func examples(_ index: Int) throws {
    let example = Self.examples[index]
    #expect(example.scene.digest == example.hash)
    // The schema for other implementers has the same values.
    let schema = URL(fileURLWithPath: #filePath).resolvingSymlinksInPath()
      .appendingPathComponent("../../../../proto/navd/v1/scene.proto").standardized
    let text = try String(contentsOf: schema, encoding: .utf8)
    let digits = String(example.hash, radix: 16)
    let value = "0x" + String(repeating: "0", count: 16 - digits.count) + digits
    #expect(text.contains(value), "scene.proto does not name \(value)")
  }

  @Test("a container's fields are hashed in ascending order, texts between numbers; not newer ones")
  func textsInOrder() {
    var hashed = FieldTable.container.hashed
    var numbers: [Int] = []
    while let number = hashed.popFirst() { numbers.append(number) }
    #expect(numbers == Array(2...33))
    let all = FieldTable.container.fields.map(\.number)
    #expect(all == Array(2...35))
    let cases = ContainerField.allCases.map(\.rawValue) + ContainerText.allCases.map(\.rawValue)
    #expect(cases.sorted().map { Int($0) } == all)
  }

  @Test("the root's fields, too, except newer ones")
  func rootTextsInOrder() {
    var hashed = FieldTable.root.hashed
    var numbers: [Int] = []
    while let number = hashed.popFirst() { numbers.append(number) }
    #expect(numbers == Array(1...11))
    let all = FieldTable.root.fields.map(\.number)
    #expect(all == Array(1...all.count))
    let cases = RootField.allCases.map(\.rawValue) + RootText.allCases.map(\.rawValue)
    #expect(cases.sorted().map { Int($0) } == all)
  }

  @Test("every text of the root is hashed as its own field, except newer ones")
  func rootTexts() {
    var hashes: Set<UInt64> = [Scene(viewport: .zero).digest]
    let hashed = RootText.allCases.filter { ![.stale, .driver, .asking].contains($0) }
    for text in RootText.allCases {
      var scene = Scene(viewport: .zero)
      scene[text] = "x"
      #expect(hashes.insert(scene.digest).inserted == hashed.contains(text))
    }
    #expect(hashes.count == hashed.count + 1)
  }

  @Test(
    "every field and text of a container is hashed as its own field, numbers of every length byte by byte"
  )
  func containers() {
    for value in [0, 1, 127, 128, 255, 256, 65_535, 65_536, 1 << 40, -1, -256, -(1 << 40)] {
      var container = Container(id: ContainerID(rawValue: 9), kind: .page, frame: .zero)
      let before = digest(container)
      #expect(before == twin(container))
      container.z = value
      #expect(digest(container) == twin(container), "\(value)")
      #expect((digest(container) == before) == (value == 0))
    }
    var container = Container(id: ContainerID(rawValue: 9), kind: .tabItem, frame: .zero)
    for text in ContainerText.allCases {
      container[text] = "x"
      #expect(digest(container) == twin(container), "\(text)")
    }
    for field in ContainerField.allCases {
      let isSet = container.set(field, to: 1)
      #expect(isSet && digest(container) == twin(container), "\(field)")
    }
  }

  /// The digest of a container alone.
  private func digest(_ container: Container) -> UInt64 {
    var scene = Scene(viewport: .zero)
    let root = scene.digest
    scene.insert(container)
    return scene.digest &- root
  }

  /// The same as `scene.proto` puts it: FNV-1a over all bytes.
  private func twin(_ container: Container) -> UInt64 {
    var bytes: [UInt8] = [2]
    func add(_ number: Int) {
      withUnsafeBytes(of: Int64(number).littleEndian) { bytes += $0 }
    }
    add(Int(container.id.rawValue))
    add(0)
    for field in FieldTable.container.fields where field.hashedSince != nil {
      bytes.append(UInt8(field.number))
      if let text = ContainerText(rawValue: UInt8(field.number)) {
        add(container[text].utf8.count)
        bytes += container[text].utf8
      } else if let number = ContainerField(rawValue: UInt8(field.number)) {
        add(container[number])
      }
    }
    return bytes.reduce(0xcbf2_9ce4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
  }

  @Test("every field of the root is hashed, except newer ones", arguments: RootField.allCases)
  func rootFields(_ field: RootField) throws {
    var scene = Scene(viewport: .zero)
    let before = scene.digest
    let isSet = scene.set(field, to: 1)
    try #require(isSet)
    // The fields of the first minor version, and no others.
    #expect((scene.digest != before) == (field.rawValue <= 11))
  }

  @Test("everything in a row is hashed, and its position")
  func rows() {
    let style = TextStyle(role: .link, attributes: .underline, link: "https://example.org")
    let row = TextRow("Hello", runs: [StyledRun(length: 5, style: style)], indent: 2, fill: .quote)
    var variants = [row]
    func vary(_ change: (inout TextRow) -> Void) {
      var variant = row
      change(&variant)
      variants.append(variant)
    }
    vary { $0.text = "hello" }
    vary { $0.runs[0].length = 4 }
    vary { $0.runs[0].style.role = .plain }
    vary { $0.runs[0].style.attributes = [] }
    vary { $0.runs[0].style.link = nil }
    vary { $0.runs[0].style.roleCode = 200 }
    vary { $0.runs[0].style.foreground = .indexed(1) }
    vary { $0.runs[0].style.background = .indexed(1) }
    vary { $0.runs[0].style.foreground = .rgb(0, 0, 1) }
    vary { $0.fillCode = 200 }
    vary { $0.runs[0].style.link = "https://example.com" }
    vary { $0.runs = [] }
    vary { $0.indent = 3 }
    vary { $0.fill = .plain }
    var hashes: Set<UInt64> = []
    for variant in variants { hashes.insert(scene(with: variant, at: 0, in: 16).digest) }
    hashes.insert(scene(with: row, at: 1, in: 16).digest)
    hashes.insert(scene(with: row, at: 0, in: 17).digest)
    #expect(hashes.count == variants.count + 2)
  }

  private func scene(with row: TextRow, at index: Int, in id: UInt32) -> Scene {
    var scene = Scene(viewport: CellSize(columns: 80, rows: 24))
    for id: UInt32 in [16, 17] {
      scene.insert(Container(id: ContainerID(rawValue: id), kind: .page, frame: .zero))
    }
    scene[ContainerID(rawValue: id)]?.rows.set([row], at: index)
    return scene
  }
}

@Suite("A scene with its hash")
struct HashedSceneTests {
  @Test("numbers that move, and other changes between them, lead to the hash of the scene")
  func hashOfMovingContainers() throws {
    try forSeeds(0..<200) { generator in
      var scene = Scene(viewport: CellSize(columns: 80, rows: 24))
      // More containers than are left unhashed while they move.
      let ids = (1...40).map { ContainerID(rawValue: $0) }
      for id in ids {
        scene.insert(
          Container(id: id, kind: .page, frame: CellRect(x: 0, y: 0, width: 9, height: 9))
        )
      }
      var hashed = HashedScene(scene)
      for step in 0..<120 {
        let id = generator.pick(ids)
        switch generator.int(in: 0...9) {
        case 0 where hashed.scene[id] != nil: try hashed.apply(.removeContainer(id))
        case 1:
          let value = generator.int(in: 0...20)
          try hashed.apply(.container(id, ContainerChange(fields: [.y: value])))
        case 2 where hashed.scene[id] != nil:
          try hashed.apply(.rows(id, first: 0, generator.textRows(1...2)))
        case 3: try hashed.add(1, along: DeltaTrack(root: .viewers, deltas: [1]))
        default:
          guard hashed.scene[id] != nil else { continue }
          let field = generator.pick([ContainerField.x, .scrollX, .overlay])
          let delta = field == .overlay ? 0 : generator.int(in: -3...3)
          try hashed.add(delta, along: DeltaTrack(container: id, field: field, deltas: [delta]))
        }
        guard generator.oneIn(4) else { continue }
        let whole = HashedScene(hashed.scene)
        try demand(hashed.hash == whole.hash, "step \(step)")
        try demand(hashed == whole, "step \(step)")
      }
    }
  }

  @Test("a number that leaves its range is refused")
  func outOfRange() throws {
    var scene = Scene(viewport: .zero)
    let id = ContainerID(rawValue: 3)
    scene.insert(Container(id: id, kind: .page, frame: .zero))
    for (field, delta) in [(ContainerField.overlay, 256), (.parent, 3), (.width, -1)] {
      var hashed = HashedScene(scene)
      #expect(throws: CorruptUpdate.self, "\(field)") {
        try hashed.add(delta, along: DeltaTrack(container: id, field: field, deltas: [delta]))
      }
    }
  }
}
