"""Who made the objects of the made-up museum, when and where.

Cultures, eras and places are general knowledge, cut down to what an example needs. Every maker is INVENTED.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Era:
    """A span of time. centuries: those that its objects are dated to, from the 5th to the 19th, in order."""

    name: str
    centuries: tuple[int, ...]


@dataclass(frozen=True)
class Culture:
    """Who made objects where and when.

    noun, adjective: its names; native: its name in its own script, if any. places: names of one place, the narrowest
    first. makers: full name, the part that names the workshop, and sometimes the name in another script.
    """

    noun: str
    adjective: str
    native: str | None
    eras: tuple[Era, ...]
    places: tuple[tuple[str, ...], ...]
    makers: tuple[tuple[str, ...], ...]


CULTURES: dict[str, tuple[Culture, ...]] = {
    "East Asia": (
        Culture(
            "China",
            "Chinese",
            "中国",
            (
                Era("Tang dynasty", (7, 8, 9)),
                Era("Song dynasty", (11, 12)),
                Era("Ming dynasty", (15, 16)),
                Era("Qing dynasty", (18, 19)),
            ),
            (("Jingdezhen", "Jiangxi", "景德镇"), ("Longquan", "Zhejiang", "龙泉"), ("Yixing", "Jiangsu", "宜兴")),
            (
                ("Lin Boan", "Lin", "林伯安"),
                ("Qiao Shufen", "Qiao", "乔淑芬"),
                ("Shen Luoping", "Shen", "沈洛平"),
                ("Wei Tinghe", "Wei"),
            ),
        ),
        Culture(
            "Korea",
            "Korean",
            "한국",
            (Era("Unified Silla", (8, 9)), Era("Goryeo dynasty", (11, 12, 13)), Era("Joseon dynasty", (16, 17, 18))),
            (("Gangjin", "South Jeolla", "강진"), ("Gyeongju", "North Gyeongsang", "경주"), ("Icheon", "Gyeonggi")),
            (("Han Dolsoe", "Han", "한돌쇠"), ("Seo Miran", "Seo"), ("Ok Cheonbok", "Ok"), ("Ma Jungho", "Ma")),
        ),
        Culture(
            "Japan",
            "Japanese",
            "日本",
            (
                Era("Heian period", (10, 11)),
                Era("Muromachi period", (15,)),
                Era("Edo period", (17, 18)),
                Era("Meiji era", (19,)),
            ),
            (("Arita", "Hizen", "有田"), ("Seto", "Owari", "瀬戸"), ("Kanazawa", "Kaga")),
            (
                ("Kurosaki Heiji", "Kurosaki", "黒崎平治"),
                ("Onda Tami", "Onda"),
                ("Mizuhara Sōbei", "Mizuhara"),
                ("Nukui Toku", "Nukui"),
            ),
        ),
        Culture(
            "Mongolia",
            "Mongolian",
            None,
            (Era("Mongol Empire", (13,)), Era("Northern Yuan", (15, 16)), Era("Qing rule", (18, 19))),
            (("Karakorum", "Övörkhangai"), ("Ulaanbaatar", "Urga"), ("Khovd", "Western Mongolia")),
            (("Dorj Batsai", "Dorj"), ("Ölzii Tömör", "Ölzii"), ("Naran Erdene", "Naran"), ("Sükh Ganbat", "Sükh")),
        ),
    ),
    "South Asia": (
        Culture(
            "India",
            "Indian",
            "भारत",
            (
                Era("Gupta period", (5,)),
                Era("Chola period", (10, 11, 12)),
                Era("Mughal period", (16, 17)),
                Era("British rule", (19,)),
            ),
            (("Bidar", "Karnataka", "बीदर"), ("Varanasi", "Benares", "वाराणसी"), ("Jaipur", "Rajasthan", "जयपुर")),
            (
                ("Lalita Verma", "Verma", "ललिता वर्मा"),
                ("Govind Sonar", "Sonar", "गोविन्द सोनार"),
                ("Harilal Kansara", "Kansara"),
                ("Moti Kumbhar", "Kumbhar"),
            ),
        ),
        Culture(
            "Nepal",
            "Nepalese",
            "नेपाल",
            (Era("Licchavi period", (6, 7)), Era("Malla period", (14, 15, 16)), Era("Shah period", (18, 19))),
            (("Patan", "Lalitpur", "ललितपुर"), ("Bhaktapur", "Bhadgaon", "भक्तपुर"), ("Kathmandu", "Kantipur")),
            (
                ("Dhan Tamot", "Tamot", "धन तमोट"),
                ("Maya Silpi", "Silpi"),
                ("Jit Dhalaute", "Dhalaute"),
                ("Kanchhi Awale", "Awale"),
            ),
        ),
        Culture(
            "Sri Lanka",
            "Sri Lankan",
            None,
            (Era("Anuradhapura period", (7, 8)), Era("Polonnaruwa period", (11, 12)), Era("Kandyan period", (17, 18))),
            (("Kandy", "Central Province", "கண்டி"), ("Galle", "Southern Province"), ("Matara", "Nilwala valley")),
            (
                ("Punchi Badalge", "Badalge"),
                ("Siri Lokuru", "Lokuru"),
                ("Kalu Valanma", "Valanma"),
                ("Menike Achari", "Achari"),
            ),
        ),
        Culture(
            "Bhutan",
            "Bhutanese",
            "འབྲུག",
            (
                Era("Time of the first forts", (15,)),
                Era("Zhabdrung period", (17,)),
                Era("Time of the governors", (19,)),
            ),
            (("Paro", "Rinpung"), ("Thimphu", "Wang valley"), ("Trashigang", "Eastern Bhutan")),
            (
                ("Pema Troepa", "Troepa"),
                ("Sonam Garchung", "Garchung"),
                ("Karma Jinzo", "Jinzo"),
                ("Dechen Parzo", "Parzo"),
            ),
        ),
    ),
    "West Asia": (
        Culture(
            "Iran",
            "Persian",
            "ایران",
            (
                Era("Sasanian period", (5, 6)),
                Era("Seljuk period", (11, 12)),
                Era("Safavid period", (16, 17)),
                Era("Qajar period", (19,)),
            ),
            (("Isfahan", "Jibal", "اصفهان"), ("Nishapur", "Khorasan", "نیشابور"), ("Shiraz", "Fars", "شیراز")),
            (
                ("Yusuf Kashigar", "Kashigar", "یوسف کاشیگر"),
                ("Mahin Zargar", "Zargar", "مهین زرگر"),
                ("Behruz Mesgar", "Mesgar"),
                ("Nader Sofali", "Sofali"),
            ),
        ),
        Culture(
            "Turkey",
            "Turkish",
            "Türkiye",
            (Era("Sultanate of Rum", (12, 13)), Era("Classical Ottoman age", (16,)), Era("Tulip era", (18,))),
            (("Iznik", "Nicaea", "İznik"), ("Kütahya", "Phrygia"), ("Konya", "Iconium")),
            (
                ("Kemal Çömlekçi", "Çömlekçi"),
                ("Ayşe Bakrağ", "Bakrağ"),
                ("Ferit Gümüş", "Gümüş"),
                ("Zehra Çinili", "Çinili"),
            ),
        ),
        Culture(
            "Syria",
            "Syrian",
            "سوريا",
            (
                Era("Umayyad period", (7, 8)),
                Era("Ayyubid period", (12,)),
                Era("Mamluk period", (14, 15)),
                Era("Late Ottoman period", (18, 19)),
            ),
            (("Damascus", "Sham", "دمشق"), ("Aleppo", "Halab", "حلب"), ("Raqqa", "Jazira", "الرقة")),
            (
                ("Salim al-Nahhas", "Nahhas", "سليم النحاس"),
                ("Huda al-Fakhuri", "Fakhuri", "هدى الفاخوري"),
                ("Rashid al-Saigh", "Saigh"),
                ("Nabil al-Zujaji", "Zujaji"),
            ),
        ),
        Culture(
            "Armenia",
            "Armenian",
            "Հայաստան",
            (Era("Bagratid period", (10, 11)), Era("Zakarid period", (13,)), Era("Safavid rule", (17,))),
            (("Ani", "Shirak", "Անի"), ("Dvin", "Ayrarat"), ("Gyumri", "Alexandropol")),
            (
                ("Aram Vosgian", "Vosgian"),
                ("Sona Kavejian", "Kavejian"),
                ("Garo Brudian", "Brudian"),
                ("Mari Tashjuni", "Tashjuni"),
            ),
        ),
    ),
    "Europe": (
        Culture(
            "France",
            "French",
            None,
            (
                Era("Merovingian period", (6, 7)),
                Era("Carolingian period", (9,)),
                Era("Reign of the late Capetians", (13,)),
                Era("Rococo", (18,)),
                Era("Second Empire", (19,)),
            ),
            (("Limoges", "Limousin"), ("Nevers", "Nivernais"), ("Orléans", "Loire valley")),
            (
                ("Béatrice Léaudin", "Léaudin"),
                ("Anselme Grécourt-Lys", "Grécourt"),
                ("Étienne Faydeau", "Faydeau"),
                ("Odile Marchessaux", "Marchessaux"),
            ),
        ),
        Culture(
            "Denmark",
            "Danish",
            "Danmark",
            (Era("Viking Age", (9, 10)), Era("Valdemar age", (13,)), Era("Golden Age", (19,))),
            (("Copenhagen", "Zealand", "København"), ("Aarhus", "Jutland", "Århus"), ("Odense", "Funen", "Fyn")),
            (
                ("Søren Højbakke", "Højbakke"),
                ("Karen Ågesdal", "Ågesdal"),
                ("Niels Tværgaard", "Tværgaard"),
                ("Ingrid Bælumsen", "Bælumsen"),
            ),
        ),
        Culture(
            "Portugal",
            "Portuguese",
            None,
            (Era("Burgundian dynasty", (12, 13)), Era("Manueline period", (16,)), Era("Pombaline period", (18,))),
            (("Lisbon", "Estremadura", "Lisboa"), ("Évora", "Alentejo"), ("Coimbra", "Mondego valley")),
            (
                ("João Vilarinhas", "Vilarinhas"),
                ("Inês Corticeira", "Corticeira"),
                ("Simão Abrantela", "Abrantela"),
                ("Graça Olivais", "Olivais"),
            ),
        ),
        Culture(
            "Poland",
            "Polish",
            "Polska",
            (Era("Piast dynasty", (11, 12, 13)), Era("Jagiellonian dynasty", (15, 16)), Era("Saxon period", (18,))),
            (("Kraków", "Lesser Poland", "Cracow"), ("Gdańsk", "Pomerania", "Danzig"), ("Włocławek", "Kuyavia")),
            (
                ("Władysław Gliniarek", "Gliniarek"),
                ("Zofia Mosiężna", "Mosiężna"),
                ("Kazimierz Dzbanek", "Dzbanek"),
                ("Łucja Talarska", "Talarska"),
            ),
        ),
    ),
    "Africa": (
        Culture(
            "Ethiopia",
            "Ethiopian",
            "ኢትዮጵያ",
            (Era("Aksumite period", (5, 6)), Era("Zagwe dynasty", (12,)), Era("Gondarine period", (17, 18))),
            (("Aksum", "Tigray", "አክሱም"), ("Gondar", "Begemder", "ጎንደር"), ("Lalibela", "Roha")),
            (
                ("Abeba Shekla", "Shekla"),
                ("Worku Birru", "Birru"),
                ("Desta Qetqach", "Qetqach"),
                ("Lemma Tsahay", "Tsahay"),
            ),
        ),
        Culture(
            "Mali",
            "Malian",
            None,
            (Era("Time of the Mali Empire", (14,)), Era("Songhai period", (16,)), Era("Time of Ségou", (18, 19))),
            (("Timbuktu", "Tombouctou"), ("Djenné", "Inner Niger Delta"), ("Ségou", "Bambara country")),
            (
                ("Bakary Noumou", "Noumou"),
                ("Fanta Diawakoro", "Diawakoro"),
                ("Seydou Koumaré", "Koumaré"),
                ("Awa Tientali", "Tientali"),
            ),
        ),
        Culture(
            "Morocco",
            "Moroccan",
            "المغرب",
            (
                Era("Idrisid period", (9,)),
                Era("Almohad period", (12,)),
                Era("Marinid period", (14,)),
                Era("Saadian period", (16,)),
                Era("Alaouite period", (18, 19)),
            ),
            (("Fez", "Fès", "فاس"), ("Safi", "Abda", "آسفي"), ("Marrakesh", "Haouz", "مراكش")),
            (
                ("Idris al-Fakhkhar", "Fakhkhar", "إدريس الفخار"),
                ("Zineb Sebbagha", "Sebbagha"),
                ("Omar Seffarin", "Seffarin"),
                ("Lalla Nakkacha", "Nakkacha"),
            ),
        ),
        Culture(
            "Egypt",
            "Egyptian",
            "مصر",
            (
                Era("Fatimid period", (10, 11)),
                Era("Bahri period", (14,)),
                Era("Burji period", (15,)),
                Era("Khedival period", (19,)),
            ),
            (("Cairo", "Lower Nile", "القاهرة"), ("Alexandria", "Iskandariya", "الإسكندرية"), ("Damietta", "Dumyat")),
            (
                ("Mansur al-Sabbak", "Sabbak", "منصور السباك"),
                ("Nadia Fawakhir", "Fawakhir"),
                ("Hilal al-Gohargi", "Gohargi"),
                ("Samira Nahhasin", "Nahhasin"),
            ),
        ),
    ),
}
"""Region -> its cultures. Within a region no two have a place or the name of a workshop in common."""
