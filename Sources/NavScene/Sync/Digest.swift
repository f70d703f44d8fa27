import NavBase

/// An FNV-1a 64 digest of one object of a scene, as specified in `proto/navd/v1/scene.proto`.
struct Digest {
  private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

  /// Starts the digest of an object with its kind and key.
  init(kind: UInt8, id: UInt32, index: Int) {
    add(byte: kind)
    add(Int(id))
    add(index)
  }

  mutating func add(field: UInt8, _ value: Int) {
    add(byte: field)
    add(value)
  }

  mutating func add(field: UInt8, _ text: String) {
    add(byte: field)
    add(text)
  }

  mutating func add(byte: UInt8) {
    value = (value ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  mutating func add(_ integer: Int) {
    var rest = UInt64(bitPattern: Int64(integer))
    if rest < 0x100 {
      // A byte and seven zeros, each of which only multiplies by the prime: its eighth power.
      value = (value ^ rest) &* 0x1efa_c709_0aef_4a21
      return
    }
    for _ in 0..<8 {
      add(byte: UInt8(truncatingIfNeeded: rest))
      rest >>= 8
    }
  }

  mutating func add(_ text: String) {
    let bytes = text.utf8Span.span
    add(bytes.count)
    for index in bytes.indices { add(byte: bytes[index]) }
  }
}

extension FieldValues {
  /// Returns the digest of the object with these values.
  func digest(kind: UInt8, id: UInt32, of table: FieldTable) -> UInt64 {
    var digest = Digest(kind: kind, id: id, index: 0)
    let numbers = numbers.span
    let textFields = table.texts
    var rest = table.hashed
    while let number = rest.popFirst() {
      digest.add(byte: UInt8(truncatingIfNeeded: number))
      if textFields.contains(number) {
        digest.add(texts[textFields.rank(of: number)])
      } else {
        digest.add(numbers[number])
      }
    }
    return digest.value
  }
}

extension Scene {
  /// The hash of the whole scene: the wrapping sum of its objects' digests.
  ///
  /// O(scene).
  package var digest: UInt64 {
    let containers = containers.span
    var sum = rootDigest
    for index in containers.indices {
      sum &+= containers[index].digest &+ containers[index].rowsDigest
    }
    return sum
  }

  var rootDigest: UInt64 { root.digest(kind: 1, id: 0, of: .root) }
}

extension Container {
  /// The digest of the container without its rows.
  var digest: UInt64 { values.digest(kind: 2, id: id.rawValue, of: .container) }

  var rowsDigest: UInt64 {
    rows.segments.reduce(0) { sum, segment in
      sum &+ rowsDigest(segment.first..<segment.end)
    }
  }

  /// Returns the sum of the digests of the rows in a range.
  func rowsDigest(_ range: Range<Int>) -> UInt64 {
    var sum: UInt64 = 0
    for segment in rows.segments {
      let common = range.clamped(to: segment.first..<segment.end)
      for index in common {
        sum &+= segment.rows[index - segment.first].digest(in: id, at: index)
      }
    }
    return sum
  }
}

extension TextRow {
  func digest(in container: ContainerID, at index: Int) -> UInt64 {
    var digest = Digest(kind: 3, id: container.rawValue, index: index)
    digest.add(field: 1, text)
    digest.add(byte: 2)
    digest.add(runs.count)
    for run in runs {
      digest.add(run.length)
      digest.add(Int(run.style.roleCode))
      digest.add(Int(run.style.attributeCode))
      digest.add(run.style.link ?? "")
      for case let color? in [run.style.foreground, run.style.background] {
        digest.add(Int(color.code))
      }
    }
    digest.add(field: 3, indent)
    digest.add(field: 4, Int(fillCode))
    return digest.value
  }
}
