import NavBase
import NavScene
import NavTestKit
import Testing

@Suite("Scene: containers by ID")
struct SceneTests {
  @Test("behaves as a dictionary of containers, always ascending by ID")
  func dictionaryTwin() throws {
    try forSeeds(0..<300) { generator in
      var scene = Scene(viewport: CellSize(columns: 80, rows: 24))
      var twin: [ContainerID: Container] = [:]
      for _ in 0..<60 {
        let id = ContainerID(rawValue: UInt32(generator.int(in: 1...20)))
        switch generator.int(in: 0...3) {
        case 0:
          scene[id] = nil
          twin[id] = nil
        case 1:
          let z = generator.int(in: 0...9)
          scene[id]?.z = z
          twin[id]?.z = z
        default:
          let frame = CellRect(x: generator.int(in: -9...9), y: 0, width: 1, height: 1)
          scene.insert(Container(id: id, kind: .page, frame: frame))
          twin[id] = Container(id: id, kind: .page, frame: frame)
        }
        try demand(scene.containers == twin.values.sorted { $0.id < $1.id })
        for raw in UInt32(0)...21 {
          try demand(scene[ContainerID(rawValue: raw)] == twin[ContainerID(rawValue: raw)])
        }
      }
    }
  }

  @Test("every field reads back as it was set")
  func fields() throws {
    try forSeeds(0..<200) { generator in
      let scene = generator.scene()
      var copy = Scene(viewport: .zero)
      for text in RootText.allCases { copy[text] = scene[text] }
      for field in RootField.allCases {
        let isSet = copy.set(field, to: scene[field])
        try demand(isSet)
      }
      for old in scene.containers {
        var new = Container(id: old.id, kind: .page, frame: .zero)
        for field in ContainerField.allCases {
          let isSet = new.set(field, to: old[field])
          try demand(isSet)
        }
        for text in ContainerText.allCases { new[text] = old[text] }
        new.rows = old.rows
        copy.insert(new)
      }
      try demand(copy == scene)
    }
  }

  @Test("a field accepts exactly the values of its range", arguments: ContainerField.allCases)
  func fieldLimits(_ field: ContainerField) {
    var container = Container(id: ContainerID(rawValue: 9), kind: .page, frame: .zero)
    let range: ClosedRange<Int> =
      switch field {
      case .kind: 1...ContainerKind.allCases.count
      case .parent: 0...8
      default: field.range
      }
    for value in [range.lowerBound, range.upperBound] {
      let isSet = container.set(field, to: value)
      #expect(isSet && container[field] == value)
    }
    let before = container
    for value in [range.lowerBound - 1, range.upperBound + 1, .min, .max] {
      let isSet = container.set(field, to: value)
      #expect(!isSet, "\(value)")
    }
    #expect(container == before)
  }

  @Test("a root field accepts exactly the values of its range")
  func rootLimits() {
    for field in RootField.allCases {
      let range: ClosedRange<Int> =
        switch field {
        case .focus: 0...Int(UInt32.max)
        case .focusKind, .policy, .theme: 0...255
        case .isUnsaved, .isInsecure, .isSpeakers, .isTimerRunning, .isFault, .isBlank, .isRecorded:
          0...1
        default: 0...Limits.coordinate
        }
      var scene = Scene(viewport: .zero)
      let takesBounds = [range.lowerBound, range.upperBound].map { scene.set(field, to: $0) }
      #expect(takesBounds == [true, true])
      let before = scene
      let takesMore = [range.lowerBound - 1, range.upperBound + 1].map { scene.set(field, to: $0) }
      #expect(takesMore == [false, false])
      #expect(scene == before)
    }
  }
}
