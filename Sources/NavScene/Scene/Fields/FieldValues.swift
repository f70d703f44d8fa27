/// The values of all fields of one object: its numbers in one array, indexed by field number, and its texts.
///
/// Copies share both until one is changed: a viewer copies a container some hundred times for a key press, wherever the
/// optimiser can't prove that it need not.
package struct FieldValues: Sendable {
  /// The number of places for numbers: above every field number of `FieldTable`.
  package static let capacity = 36

  /// By field number; 0 at numbers that are those of texts or of no field.
  package var numbers = FieldValues.zeros
  /// By the rank of their fields among the fields of text.
  package var texts = FieldTexts()

  private static let zeros = Array(repeating: 0, count: capacity)

  package init() {}

  /// The number in the field with that number.
  @inlinable package subscript(number: Int) -> Int {
    get { numbers.span[number] }
    set { numbers[number] = newValue }
  }

  /// Returns the fields in which this object differs from another one of the same table.
  package func difference(from other: FieldValues, in table: FieldTable) -> FieldMask {
    let (ours, theirs) = (numbers.span, other.numbers.span)
    var bits: UInt64 = 0
    for number in 0..<Self.capacity {
      bits |= (ours[number] == theirs[number] ? 0 : 1) &<< UInt64(truncatingIfNeeded: number)
    }
    var mask = FieldMask(bits: bits)
    if texts != other.texts {
      var rest = table.texts
      var rank = 0
      while let number = rest.popFirst() {
        if texts[rank] != other.texts[rank] { mask.insert(number) }
        rank += 1
      }
    }
    return mask
  }

  /// Sets the fields of a change.
  ///
  /// - Returns: false if a number is out of its range; some fields are set then.
  package mutating func apply(_ change: FieldChange, of table: FieldTable) -> Bool {
    let numbers = change.values.numbers.span
    var rest = change.mask
    while let number = rest.popFirst() {
      if table.texts.contains(number) {
        let rank = table.texts.rank(of: number)
        texts[rank] = change.values.texts[rank]
      } else {
        guard table.ranges[number].contains(numbers[number]) else { return false }
        self.numbers[number] = numbers[number]
      }
    }
    return true
  }
}

extension FieldValues: Hashable {
  package static func == (a: FieldValues, b: FieldValues) -> Bool {
    let (left, right) = (a.numbers.span, b.numbers.span)
    var difference = 0
    for number in 0..<capacity { difference |= left[number] ^ right[number] }
    return difference == 0 && a.texts == b.texts
  }

  package func hash(into hasher: inout Hasher) {
    let numbers = numbers.span
    for number in 0..<Self.capacity { hasher.combine(numbers[number]) }
    hasher.combine(texts)
  }
}

/// The texts of one object, by their rank among its fields of text.
package struct FieldTexts: Hashable, Sendable {
  /// The most fields of text that an object can have.
  package static let capacity = 5

  /// Without the empty ones at the end.
  private var texts: [String] = []

  package init() {}

  package subscript(rank: Int) -> String {
    get { rank < texts.count ? texts[rank] : "" }
    set {
      while texts.count <= rank && !newValue.isEmpty { texts.append("") }
      if rank < texts.count { texts[rank] = newValue }
      while texts.last?.isEmpty == true { texts.removeLast() }
    }
  }
}

/// Changed fields of one object: a bit for each, and the values behind it.
package struct FieldChange: Hashable, Sendable {
  package private(set) var mask: FieldMask
  /// The changed values; all other fields are 0 or empty.
  package private(set) var values: FieldValues

  package init() {
    mask = FieldMask()
    values = FieldValues()
  }

  package var isEmpty: Bool { mask.isEmpty }

  /// Returns the fields of `values` that `mask` names.
  package init(_ mask: FieldMask, of values: FieldValues, in table: FieldTable) {
    self.init()
    var rest = mask
    while let number = rest.popFirst() {
      if table.texts.contains(number) {
        set(number, to: values.texts[table.texts.rank(of: number)], in: table)
      } else {
        set(number, to: values[number])
      }
    }
  }

  package mutating func set(_ number: Int, to value: Int) {
    mask.insert(number)
    values[number] = value
  }

  /// Sets a text; `number` is that of a field of text in the table.
  package mutating func set(_ number: Int, to text: String, in table: FieldTable) {
    mask.insert(number)
    values.texts[table.texts.rank(of: number)] = text
  }
}
