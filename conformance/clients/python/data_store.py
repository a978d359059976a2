"""A database of one's own as a data store: the driver, the store, signing in, schemas and tables, credentials, sharing."""
import json
import os
import warnings

import datarobot as dr
from datarobot.enums import SHARING_RECIPIENT_TYPE, SHARING_ROLE
from datarobot.errors import ClientError
from datarobot.models.sharing import SharingRole

warnings.simplefilter("ignore")
dr.Client(endpoint=os.environ["ENDPOINT"], token=os.environ["TOKEN"])
user, password = os.environ["DB_USER"], os.environ["DB_PASSWORD"]
seen = {}

driver = next(one for one in dr.DataDriver.list() if one.canonical_name == "PostgreSQL")
seen["driver"] = [dr.DataDriver.get(driver.id).class_name, driver.type]
store = dr.DataStore.create(
    data_store_type="jdbc", canonical_name="Shop", driver_id=driver.id, jdbc_url=os.environ["JDBC_URL"]
)
seen["store"] = [store.canonical_name, store.type, store.role, store.params.jdbc_url == os.environ["JDBC_URL"]]
seen["test"] = store.test(username=user, password=password)["message"]
try:
    store.test(username=user, password="wrong")
    seen["wrong"] = 200
except ClientError as error:
    seen["wrong"] = error.status_code
seen["schemas"] = store.schemas(user, password)["schemas"]
tables = store.tables(user, password, "shop")["tables"]
seen["tables"] = [[one["schema"], one["name"], one["type"]] for one in tables]

credential = dr.Credential.create_basic(name="Shop owner", user=user, password=password)
seen["credential"] = [credential.name, credential.credential_type]
seen["byCredential"] = store.test(credential_id=credential.credential_id)["message"]
data = {"credentialType": "basic", "user": user, "password": password}
seen["byData"] = store.test(credential_data=data)["message"]
seen["kept"] = credential.credential_id in [one.credential_id for one in dr.Credential.list()]
if hasattr(store, "preview_table"):
    store.test(credential_id=credential.credential_id, set_default_credential=True)
    preview = store.preview_table("orders", schema="shop", max_rows=1)
    seen["preview"] = [preview.columns, len(preview.df)]

store.update(canonical_name="Shop of Rome")
seen["updated"] = dr.DataStore.get(store.id).canonical_name
seen["listed"] = [one.canonical_name for one in dr.DataStore.list() if one.id == store.id]
role = SharingRole(
    role=SHARING_ROLE.CONSUMER,
    share_recipient_type=SHARING_RECIPIENT_TYPE.USER,
    username=os.environ["OTHER_USERNAME"],
    can_share=False,
)
store.share([role])
seen["roles"] = sorted([one.username == os.environ["OTHER_USERNAME"], str(one.role)] for one in store.get_shared_roles())
store.delete()
credential.delete()
try:
    dr.DataStore.get(store.id)
    seen["gone"] = 200
except ClientError as error:
    seen["gone"] = error.status_code
print(json.dumps(seen, default=str))
