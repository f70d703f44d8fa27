import NavBase
import NavScene
import NavWire

/// The results of the last find, with the opened one.
struct FoundResults: Hashable, Sendable {
  let places: [FoundPlaces.Place]
  private(set) var index: Int

  init(_ places: [FoundPlaces.Place], opening index: Int) {
    self.places = places
    self.index = index
  }

  /// Goes to the next or the previous result, cyclically.
  mutating func step(forward: Bool) {
    index = (index + (forward ? 1 : -1) + places.count) % places.count
  }

  var place: FoundPlaces.Place { places[index] }

  /// Whether a command goes to the next result, or to the previous one.
  ///
  /// Match commands step through the results on all pages as long as the session searches for the same
  /// words.
  ///
  /// - Parameters:
  ///   - command: the session command.
  ///   - search: the session's search text; nil for none.
  /// - Returns: true for the next, false for the previous result; nil if the command has its usual meaning.
  func isForward(_ command: SessionCommand, whileSearching search: String?) -> Bool? {
    guard !place.visit.search.isEmpty, search == place.visit.search else { return nil }
    return command == .nextMatch ? true : command == .previousMatch ? false : nil
  }

  /// The position among the results, as a message.
  var message: String {
    let name = place.detail.isEmpty ? place.label : place.detail
    return "result \(index + 1) of \(places.count): \(name)"
  }
}
