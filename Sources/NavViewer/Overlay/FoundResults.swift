import NavCommands
import NavModel
import NavScene
import NavWire

/// What was found last, and which of it was opened.
struct FoundResults: Hashable, Sendable {
  let places: [FoundPlaces.Place]
  private(set) var index: Int

  init(_ places: [FoundPlaces.Place], opening index: Int) {
    self.places = places
    self.index = index
  }

  /// The next or the previous one; behind the last one comes the first.
  mutating func step(forward: Bool) {
    index = (index + (forward ? 1 : -1) + places.count) % places.count
  }

  var place: FoundPlaces.Place { places[index] }

  /// Whether a command goes to the next one, or to the previous one.
  ///
  /// Matches are gone through on all pages as long as the session searches for the words that were found.
  ///
  /// - Parameters:
  ///   - command: what is asked of the session.
  ///   - search: what the session searches for; nil for nothing.
  /// - Returns: true for the next one; nil where the command has another meaning.
  func goes(on command: SessionCommand, searchedFor search: String?) -> Bool? {
    guard !place.visit.search.isEmpty, search == place.visit.search else { return nil }
    return command == .nextMatch ? true : command == .previousMatch ? false : nil
  }

  /// Which one it is, for people.
  var words: String {
    let name = place.detail.isEmpty ? place.label : place.detail
    return "result \(index + 1) of \(places.count): \(name)"
  }
}
