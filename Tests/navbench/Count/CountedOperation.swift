import ArgumentParser

/// An operation whose instructions are counted, named after its function without `counted`.
enum CountedOperation: Hashable, CaseIterable {
  case stack(StackWork.Operation)
  case strip(StripWork.Operation)
  case paint(PaintWork.Operation)

  static let allCases =
    StackWork.Operation.allCases.map(Self.stack) + StripWork.Operation.allCases.map(Self.strip)
    + PaintWork.Operation.allCases.map(Self.paint)

  var name: String {
    switch self {
    case .stack(let operation): operation.rawValue
    case .strip(let operation): operation.rawValue
    case .paint(let operation): operation.rawValue
    }
  }
}

extension CountedOperation: ExpressibleByArgument {
  init?(argument: String) {
    guard let named = Self.allCases.first(where: { $0.name == argument }) else { return nil }
    self = named
  }

  var defaultValueDescription: String { name }

  static var allValueStrings: [String] { allCases.map(\.name) }
}
