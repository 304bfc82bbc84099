/// The names and words of generated values.
package enum SampleNames {
  package static let first = [
    "Jane", "Oliver", "Amélie", "Noah", "Zoë", "Liam", "Søren", "Ingrid", "Mateo", "Chloé",
    "Björn", "Sofia", "Łukasz", "Hanna", "Émile", "Nora", "Felix", "Ana", "Yuki", "Omar",
    "Ada", "Bruno", "Carmen", "Dario", "Elif", "Fatima", "Gustav", "Helena", "Igor", "Joana",
    "Kofi", "Leila", "Marek", "Nadia", "Oskar", "Petra", "Quentin", "Rosa", "Stefan", "Tove",
    "Uma", "Viktor", "Wanda", "Xenia", "Yara", "Žofie", "Åsa", "Øyvind", "Ivo", "Mina",
  ]

  package static let surnames = [
    "Andersen", "Bauer", "Costa", "Dubois", "Eriksson", "Ferrari", "García", "Hansen", "Ivanova",
    "Jansen", "Kowalska", "Larsen", "Müller", "Nowak", "O'Brien", "Østergaard", "Peeters",
    "Quinn", "Rossi", "Sørensen", "Tanaka", "Ümit", "Virtanen", "Weber", "Ximénez", "Young",
    "Zeman", "de Vries", "van Dijk", "Świątek", "Aalto", "Åberg", "Bianchi", "Brown", "Čapek",
    "Dahl", "Drăgan", "Évrard", "Fischer", "Girard", "Horvat", "Iversen", "Johansson", "Keller",
    "Kim", "Lefèvre", "Lindqvist", "Mancini", "Meyer", "Nilsson", "Novák", "Öztürk", "Pereira",
    "Petrov", "Ramos", "Schmidt", "Silva", "Smith", "Szabó", "Wójcik",
  ]

  package static let cities = [
    "Oslo", "Paris", "London", "Berlin", "Madrid", "Lisbon", "Rome", "Vienna", "Prague", "Dublin",
    "Zürich", "Kraków",
  ]

  package static let countries = [
    "Norway", "France", "United Kingdom", "Germany", "Spain", "Portugal", "Italy", "Austria",
    "Czechia", "Ireland", "Switzerland", "Poland",
  ]

  package static let streets = [
    "Main Street", "Church Lane", "Mill Road", "Station Road", "Rue de la Paix", "Hauptstraße",
    "Storgata", "Via Roma", "Calle Mayor", "Långgatan",
  ]

  package static let words = [
    "amber", "basil", "cedar", "delta", "ember", "fjord", "grove", "harbour", "indigo", "juniper",
    "kestrel", "lantern", "meadow", "nutmeg", "orchard", "pepper", "quarry", "river", "saffron",
    "thistle", "umber", "velvet", "willow", "yarrow", "zephyr",
  ]

  package static let colors = [
    "red", "orange", "yellow", "green", "blue", "indigo", "violet", "white", "grey", "black",
  ]

  package static let currencies = ["EUR", "NOK", "SEK", "DKK", "CHF", "GBP", "PLN", "CZK", "USD"]

  package static let companies = [
    "Nordlys", "Atlas", "Meridian", "Kestrel", "Bluebell", "Quarry & Sons", "Fjordkraft", "Lumen",
  ]
}
