/// One row of a `FieldTable`: everything that is known about a field of a scene's root or of a container.
package struct Field: Hashable, Sendable {
  /// The number in `scene.proto`, which no other field of the object ever gets.
  package let number: Int
  /// The name in `scene.proto`, and the key in JSON.
  package let name: String
  package let kind: Kind
  /// The numbers that a message may contain; any other one marks the message as corrupt.
  package var range: ClosedRange<Int>
  /// The number of a new object; texts are empty then.
  package var initial = 0
  /// The minor version of the protocol from which on the field counts in the hash; nil for never.
  package var hashedSince: Int? = 0
  /// The form in which JSON states the field.
  package var json = JSONForm()

  /// The kind of value in a field.
  package enum Kind: Hashable, Sendable {
    /// A number; it is signed on the wire if its range begins below 0.
    case number
    /// 0 or 1.
    case flag
    /// An index; on the wire one more than that, and 0 for none.
    case index
    /// A container's id; 0 for none.
    case id
    /// A number of an enumeration of `scene.proto`, with the names of its values from the lowest of the range on.
    ///
    /// Numbers of later versions are kept as they came where the range allows them.
    case enumeration(String, names: [String])
    case text
  }

  /// The form in which JSON states a field: a number as it is, an id or an index as null where there is none.
  package struct JSONForm: Hashable, Sendable {
    /// The object inside the container's object that has the key, without the name's prefix.
    package var group: String?
    /// The kinds of containers whose JSON has the key; nil for all.
    package var kinds: [ContainerKind]?
    /// The divisor of the number in JSON; the quotient is rounded to thousandths.
    package var divisor = 1
    /// Whether an empty text is null.
    package var isNullable = false
  }

  package var isText: Bool { kind == .text }
  package var isSigned: Bool { range.lowerBound < 0 }

  /// The key in JSON, inside its group.
  package var key: String {
    guard let group = json.group, name.hasPrefix(group + "_") else { return name }
    return String(name.dropFirst(group.count + 1))
  }
}

// MARK: Rows

extension Field {
  /// A distance in cells from an origin, of either sign.
  static func offset(_ number: Int, _ name: String) -> Field {
    Field(
      number: number,
      name: name,
      kind: .number,
      range: -Limits.coordinate...Limits.coordinate
    )
  }

  /// A number of objects or of cells.
  static func count(_ number: Int, _ name: String) -> Field {
    Field(number: number, name: name, kind: .number, range: 0...Limits.coordinate)
  }

  /// A number from 0 to 255.
  static func level(_ number: Int, _ name: String) -> Field {
    Field(number: number, name: name, kind: .number, range: 0...255)
  }

  static func flag(_ number: Int, _ name: String) -> Field {
    Field(number: number, name: name, kind: .flag, range: 0...1)
  }

  static func index(_ number: Int, _ name: String) -> Field {
    Field(number: number, name: name, kind: .index, range: 0...Limits.coordinate)
  }

  static func id(_ number: Int, _ name: String) -> Field {
    Field(number: number, name: name, kind: .id, range: 0...Int(UInt32.max))
  }

  static func text(_ number: Int, _ name: String) -> Field {
    Field(number: number, name: name, kind: .text, range: 0...0)
  }

  /// A number of an enumeration, of which later versions may have more values.
  static func enumeration<Value: SceneEnumeration>(
    _ number: Int,
    _ name: String,
    _: Value.Type
  ) -> Field {
    let names = Value.allCases.map(\.name)
    return Field(
      number: number,
      name: name,
      kind: .enumeration(Value.schemaName, names: names),
      range: 0...255
    )
  }

  /// Returns the row with other numbers allowed.
  func within(_ range: ClosedRange<Int>, initially initial: Int = 0) -> Field {
    var field = self
    field.range = range
    field.initial = initial
    return field
  }

  /// Returns the row for a field that counts in no hash.
  func unhashed() -> Field {
    var field = self
    field.hashedSince = nil
    return field
  }

  /// Returns the row for a field whose key stands in an object of its own.
  func inside(_ group: String) -> Field {
    var field = self
    field.json.group = group
    return field
  }

  /// Returns the row for a field that JSON states for some kinds of containers only.
  func only(_ kinds: ContainerKind...) -> Field {
    var field = self
    field.json.kinds = kinds
    return field
  }

  /// Returns the row for a number that JSON divides.
  func divided(by divisor: Int) -> Field {
    var field = self
    field.json.divisor = divisor
    return field
  }

  /// Returns the row for a text that JSON states as null if it is empty.
  func nullable() -> Field {
    var field = self
    field.json.isNullable = true
    return field
  }
}

/// An enumeration of `scene.proto`.
///
/// Its raw values are contiguous; scripts rely on its names.
package protocol SceneEnumeration: CaseIterable, RawRepresentable, Sendable
where RawValue == UInt8 {
  /// The name of the enumeration in `scene.proto`.
  static var schemaName: String { get }
  /// The name in JSON; in capitals, behind the enumeration's name, it is that in `scene.proto`.
  var name: String { get }
}
