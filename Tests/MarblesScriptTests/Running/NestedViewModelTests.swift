import Testing

@testable import MarblesScript

@Suite("Several view models in a script")
struct NestedViewModelTests {
  @Test("a view model that another one holds has instances with published properties")
  func aViewModelThatAnotherOneHoldsHasInstancesWithPublishedProperties() {
    #expect(
      failures(
        """
        final class ItemViewModel: ObservableObject, Identifiable {
          let id: Int
          @Published var isSelected = false
          @Published private(set) var title: String
          private var cancellables = Set<AnyCancellable>()

          init(id: Int) {
            self.id = id
            title = "Item \\(id)"
            $isSelected
              .dropFirst()
              .sink { [weak self] selected in
                guard let self else { return }
                self.title = selected ? "Item \\(self.id)!" : "Item \\(self.id)"
              }
              .store(in: &cancellables)
          }

          func toggle() { isSelected.toggle() }
        }

        final class ListViewModel: ObservableObject {
          @Published private(set) var items: [ItemViewModel] = []
          @Published private(set) var title = ""
          let load = PassthroughSubject<Int, Never>()
          private var cancellables = Set<AnyCancellable>()

          init() {
            load
              .sink { [weak self] count in self?.items = (0..<count).map { ItemViewModel(id: $0) } }
              .store(in: &cancellables)
            $items
              .map { items in Publishers.MergeMany(items.map { $0.$isSelected }) }
              .switchToLatest()
              .receive(on: RunLoop.main)
              .sink { [weak self] _ in
                guard let self else { return }
                self.title = "\\(self.items.filter { $0.isSelected }.count) selected"
              }
              .store(in: &cancellables)
          }
        }

        let model = ListViewModel()
        let label = model.$title.sink()
        load: -3
        at 3 { model.items[1].toggle() }
        at 4 { model.items[2].isSelected = true }
        at 5 { model.items[1].toggle() }
        expect label.events == [
          (0, ""), (1, "0 selected"), (1, "0 selected"), (1, "0 selected"), (3, "1 selected"),
          (4, "2 selected"), (5, "1 selected")
        ]
        expect model.items[1].title == "Item 1"
        expect model.items[2].title == "Item 2!"
        """) == [])
  }

  @Test("assign(to:on:) sets a property of an instance")
  func assignToOnSetsAPropertyOfAnInstance() {
    #expect(
      failures(
        """
        final class Label { var text = "" { didSet { changes += 1 } }; var changes = 0 }
        let label = Label()
        let titles = PassthroughSubject<String, Never>()
        titles.map { $0 + "!" }.assign(to: \\.text, on: label)
        titles: -a-b
        expect label.text == "b!"
        expect label.changes == 2
        """) == [])
  }

  @Test("lazy properties are set after the initializer, or before the statement that uses them")
  func lazyPropertiesAreSetAfterTheInitializerOrBeforeTheStatementThatUsesThem() {
    #expect(
      failures(
        """
        final class Store { var count = 2 }
        final class CounterViewModel {
          private let store: Store
          let taps = PassthroughSubject<Int, Never>()
          lazy var sums: AnyPublisher<Int, Never> = taps.scan(store.count, +).eraseToAnyPublisher()
          lazy var start = store.count
          private var used = 0
          init(store: Store) {
            self.store = store
            used = start + 1
          }
        }
        let store = Store()
        let model = CounterViewModel(store: store)
        let label = model.sums.sink()
        taps: -1-1
        expect label.values == [3, 4]
        expect used == 3
        """) == [])
  }
}
