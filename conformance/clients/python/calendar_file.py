"""Calendars with the official client: from a file, for each series, of a country, of a dataset; renamed, shared, deleted."""
import json
import os
import tempfile
import warnings
from datetime import datetime

import datarobot as dr
import pandas as pd
from datarobot.enums import SHARING_ROLE
from datarobot.errors import ClientError

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
OLD = dr.__version__.startswith("2.")
seen = {}
folder = tempfile.mkdtemp()


def file_of(name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


plain = dr.CalendarFile.create(file_of("plain.csv", "Date,Event\n2022-01-01,New year\n2022-12-25,Christmas\n"))
seen["plain"] = [plain.name, str(plain.calendar_start_date)[:10], str(plain.calendar_end_date)[:10], plain.num_events, plain.num_event_types, plain.project_ids, plain.role]
named = dr.CalendarFile.create(
    file_of("series.csv", "Date,Event,store,Event Duration\n2022-03-01,Fair,shop 1,2\n2022-04-01,Fair,,1\n"),
    calendar_name="Fairs",
    multiseries_id_columns=["store"],
)
seen["named"] = [named.name, named.multiseries_id_columns, named.num_events]
codes = dr.CalendarFile.get_allowed_country_codes()
seen["codes"] = "US" in [one["code"] for one in codes]
country = dr.CalendarFile.create_calendar_from_country_code("US", datetime(2021, 1, 1), datetime(2022, 12, 31))
seen["country"] = country.num_events > 15
if not OLD:
    frame = pd.DataFrame({"Date": ["2022-05-01", "2022-06-01"], "Event": ["a", "b"]})
    dataset = dr.Dataset.create_from_in_memory_data(data_frame=frame, fname="events.csv")
    made = dr.CalendarFile.create_calendar_from_dataset(dataset.id, calendar_name="Of a dataset")
    seen["dataset"] = [made.name, made.num_events]

seen["renamed"] = [dr.CalendarFile.update_name(plain.id, "Days off"), dr.CalendarFile.get(plain.id).name]
seen["listed"] = {plain.id, named.id, country.id} <= {one.id for one in dr.CalendarFile.list(batch_size=1)}
other = os.environ["OTHER_USERNAME"]
seen["share"] = dr.CalendarFile.share(plain.id, [dr.SharingAccess(other, SHARING_ROLE.READ_ONLY)])
seen["access"] = sorted([one.username == other, one.role] for one in dr.CalendarFile.get_access_list(plain.id))
seen["unshare"] = dr.CalendarFile.share(plain.id, [dr.SharingAccess(other, None)])
try:
    dr.CalendarFile.create(file_of("wrong.csv", "Date,Event\nsome day,Fair\n"))
    seen["wrong"] = "made"
except Exception as error:
    seen["wrong"] = f"{type(error).__name__}: {error}"
dr.CalendarFile.delete(plain.id)
try:
    dr.CalendarFile.get(plain.id)
    seen["gone"] = 200
except ClientError as error:
    seen["gone"] = error.status_code
print(json.dumps(seen, default=str))
